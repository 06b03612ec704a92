import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { SECURITY_HEADERS } from './content-policy.ts'

/** An answer to a page's request, in the form that both hosts can send. */
export interface StaticAnswer {
  readonly status: 200 | 404 | 405
  readonly headers: Readonly<Record<string, string>>
  /** Null for HEAD. */
  readonly body: Buffer<ArrayBuffer> | null
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** The build puts a hash of the content into these names, so a name never changes its meaning. */
const HASHED_NAME = /^assets\/.+-[\w-]{8}\.\w+$/

/**
 * Answers a page's request for a file of the built page. It serves nothing outside `folder`, whatever the
 * path holds; a path it does not like is answered as one that does not exist.
 *
 * @param path The path of the URL as it was sent: percent-encoded, without query and fragment.
 */
export async function answerStatic(folder: string, method: string, path: string): Promise<StaticAnswer> {
  if (method !== 'GET' && method !== 'HEAD') {
    return plainAnswer(405, 'Only GET and HEAD are answered here.', { allow: 'GET, HEAD' })
  }
  const name = fileNameOf(path)
  const content = name === null ? null : await readInside(folder, name)
  if (name === null || content === null) return plainAnswer(404, 'There is no such file.')
  return {
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      'content-type': CONTENT_TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream',
      'content-length': String(content.byteLength),
      'cache-control': HASHED_NAME.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    body: method === 'HEAD' ? null : content,
  }
}

/**
 * The name, relative to the folder, that an URL path means; null for a path that no built file can have.
 * A `%` left after decoding means that the path was encoded twice, in the hope that someone decodes it again.
 */
function fileNameOf(path: string): string | null {
  if (path === '/') return 'index.html'
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return null
  }
  if (!decoded.startsWith('/') || /[\0\\%]/.test(decoded)) return null
  const segments = decoded.slice(1).split('/')
  // An empty segment, `.`, `..` and every hidden file.
  if (segments.some((segment) => segment === '' || segment.startsWith('.'))) return null
  return segments.join('/')
}

/** Reads a file whose real path, after all symbolic links, is inside the folder. Null if there is none. */
async function readInside(folder: string, name: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, name))
    return file.startsWith(root + sep) ? await readFile(file) : null
  } catch {
    // Missing, a folder, or not readable: all the same to a page.
    return null
  }
}

function plainAnswer(status: 404 | 405, text: string, headers: Record<string, string> = {}): StaticAnswer {
  const body = Buffer.from(text)
  return {
    status,
    headers: {
      ...SECURITY_HEADERS,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(body.byteLength),
      'cache-control': 'no-cache',
      ...headers,
    },
    body,
  }
}
