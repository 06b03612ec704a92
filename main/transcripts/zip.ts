import { inflateRawSync } from 'node:zlib'
import { UserError } from '../../shared/result.ts'

/** Signatures of the ZIP format (PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16). */
const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_RECORD = 0x06054b50
const END_RECORD_BYTES = 22
const LONGEST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

/** Whether the bytes begin as a ZIP archive does. */
export function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === LOCAL_HEADER
}

/**
 * The files of a ZIP archive whose names the caller wants, together at most `limitBytes` large. Reads what
 * is plainly there: neither encrypted nor split archives, nor such of more than 4 GB.
 * @throws UserError `invalid-file`
 */
export function unzip(
  bytes: Buffer,
  { wanted, limitBytes }: { readonly wanted: (name: string) => boolean; readonly limitBytes: number },
): Buffer[] {
  const files: Buffer[] = []
  let left = limitBytes
  try {
    const end = endRecordOf(bytes)
    const count = bytes.readUInt16LE(end + 10)
    let at = bytes.readUInt32LE(end + 16)
    for (let entry = 0; entry < count; entry += 1) {
      if (bytes.readUInt32LE(at) !== CENTRAL_HEADER) throw new RangeError('no entry')
      const nameBytes = bytes.readUInt16LE(at + 28)
      const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes)
      if (wanted(name)) {
        const file = contentOf(bytes, at, left)
        left -= file.length
        files.push(file)
      }
      at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
  } catch {
    throw new UserError('invalid-file', 'Nothing was imported: the archive is damaged or too large.')
  }
  return files
}

/** The record at the end, behind which only a comment may stand. */
function endRecordOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_RECORD_BYTES - LONGEST_COMMENT)
  for (let at = bytes.length - END_RECORD_BYTES; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === END_RECORD) return at
  throw new RangeError('no end record')
}

function contentOf(bytes: Buffer, central: number, limitBytes: number): Buffer {
  const method = bytes.readUInt16LE(central + 10)
  const size = bytes.readUInt32LE(central + 20)
  const header = bytes.readUInt32LE(central + 42)
  if (bytes.readUInt32LE(header) !== LOCAL_HEADER) throw new RangeError('no file')
  const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
  const packed = bytes.subarray(from, from + size)
  if (packed.length !== size || limitBytes <= 0) throw new RangeError('too short or too large')
  if (method === STORED && size <= limitBytes) return packed
  // A small file may unpack to any size: it is not let grow past the limit.
  if (method === DEFLATED) return inflateRawSync(packed, { maxOutputLength: limitBytes })
  throw new RangeError('unknown method')
}
