declare const _default = 1
export default _default
