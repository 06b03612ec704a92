/** The sizes of an .icns file, in pixels, and the four letters that each one goes by; `@2x` ones repeat a size. */
export const ICNS_TYPES: readonly (readonly [type: string, sizePx: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]

/**
 * Puts PNGs together to an .icns file: `icns`, the length of the whole, then for each image its type, its
 * length with these eight bytes, and the PNG. Numbers are big-endian.
 *
 * @param png Gives the PNG of a size in pixels.
 */
export function icns(png: (sizePx: number) => Buffer): Buffer {
  const entries = ICNS_TYPES.map(([type, sizePx]) => chunk(type, png(sizePx)))
  return chunk('icns', Buffer.concat(entries))
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(content.byteLength + 8, 4)
  return Buffer.concat([head, content])
}
