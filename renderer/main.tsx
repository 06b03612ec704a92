import { createRoot } from 'react-dom/client'
import './app/theme.css'
import './app/base.css'
import { App } from './app/app.tsx'
import { connect } from './app/connect.ts'
import { FailureBoundary } from './app/failure-boundary.tsx'
import { markVibrancy, NativeWindow } from './app/native-window.tsx'
import { UpdateNote } from './app/update-note.tsx'
import { openBridge } from './bridge/index.ts'
import { StoresContext } from './state/context.ts'
import { createStores } from './state/stores.ts'
import { prefetchMarkdown } from './ui/markdown/lazy-markdown.tsx'

markVibrancy(window.afm !== undefined, navigator.platform)
const bridge = openBridge()
const stores = createStores(bridge)
connect(stores, bridge)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <FailureBoundary>
      <StoresContext value={stores}>
        <App />
        <UpdateNote />
        <NativeWindow />
      </StoresContext>
    </FailureBoundary>,
  )
}
requestIdleCallback(prefetchMarkdown)
