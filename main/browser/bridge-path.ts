/** Where the page opens its WebSocket. */
export const BRIDGE_PATH = '/bridge'
