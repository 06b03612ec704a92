import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

/** The bench page, built as the app is and served on loopback. */
export interface PageServer {
  readonly url: string
  close(): Promise<void>
}

/** Builds the bench page into a folder of its own and serves it. */
export async function servePage(): Promise<PageServer> {
  const outDir = await mkdtemp(join(tmpdir(), 'afm-desktop-bench-'))
  const config = {
    configFile: false as const,
    root: fileURLToPath(new URL('./page', import.meta.url)),
    plugins: [react()],
    logLevel: 'error' as const,
    build: { outDir, emptyOutDir: true, target: 'chrome156', chunkSizeWarningLimit: 5000 },
    preview: { host: '127.0.0.1', port: 0, strictPort: false },
  }
  await build(config)
  const server = await preview(config)
  const url = server.resolvedUrls?.local[0]
  if (url === undefined) throw new Error('The bench page is not served anywhere.')
  return {
    url,
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
