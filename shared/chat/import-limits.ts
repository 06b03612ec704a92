/** The largest piece of a file that one `transcripts.import` may carry, in characters of base64. */
export const IMPORT_PIECE_CHARS = 4 * 1024 * 1024
/** The largest file that is imported, bytes. */
export const IMPORT_LIMIT_BYTES = 256 * 1024 * 1024
