import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { newestFonts } from './build/newest-fonts.ts'
import { licenceFile, ThirdPartyCollector } from './build/third-party.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const thirdParty = new ThirdPartyCollector()

/**
 * One build of the whole app, `vite build --app`: the page, the Electron main process and the preload.
 * `electron` stays an import in main and preload: bundled, it would start a download.
 */
export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [react(), newestFonts(), thirdParty.plugin()],
  worker: { plugins: () => [thirdParty.plugin()] },
  builder: {
    // One collector for all environments.
    sharedConfigBuild: true,
    sharedPlugins: true,
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
      const folder = dirname(builder.config.environments.main?.build.outDir ?? at('dist/main'))
      writeFileSync(join(folder, 'licences.txt'), licenceFile(thirdParty.packages()))
    },
  },
  environments: {
    client: {
      build: {
        outDir: at('dist/renderer'),
        emptyOutDir: true,
        target: 'chrome156',
        // A file inlined as a data: URL is one that the page's policy forbids.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
    },
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron'] },
      build: {
        outDir: at('dist/main'),
        emptyOutDir: true,
        target: 'node24',
        ssr: true,
        rolldownOptions: {
          input: { electron: at('main/electron/index.ts') },
          external: ['electron', /^node:/],
          output: { format: 'es', entryFileNames: '[name].js' },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron'] },
      build: {
        outDir: at('dist/preload'),
        emptyOutDir: true,
        target: 'chrome156',
        ssr: true,
        rolldownOptions: {
          input: at('preload/index.ts'),
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: 'index.cjs', codeSplitting: false },
        },
      },
    },
  },
})
