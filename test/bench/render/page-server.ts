import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

/** A page of a test's own, built as the app is and served on loopback. */
export interface PageServer {
  readonly url: string
  close(): Promise<void>
}

/** Builds the page of a folder (its index.html) into a temporary one and serves it with these headers. */
export async function servePage(
  folder: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  const outDir = await mkdtemp(join(tmpdir(), 'afm-desktop-page-'))
  const config = {
    configFile: false as const,
    root: fileURLToPath(folder),
    plugins: [react()],
    logLevel: 'error' as const,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome156',
      chunkSizeWarningLimit: 5000,
      // As in the app: its content policy takes fonts from files only.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
    preview: { host: '127.0.0.1', port: 0, headers: { ...headers } },
  }
  await build(config)
  const server = await preview(config)
  const url = server.resolvedUrls?.local[0]
  if (url === undefined) throw new Error('The page is not served anywhere.')
  return {
    url,
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
