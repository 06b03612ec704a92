import PanelLeft from 'lucide-react/icons/panel-left'
import Settings from 'lucide-react/icons/settings'
import SquarePen from 'lucide-react/icons/square-pen'
import { run, shortcutLabel } from '../app/shortcuts.ts'
import { useApp, useSearch, useStores } from '../state/context.ts'
import { IconButton } from '../ui/button.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import { ConversationList } from './conversation-list.tsx'
import { SearchField } from './search-field.tsx'
import { SearchResults } from './search-results.tsx'
import { ServerStatus } from './server-status.tsx'
import styles from './sidebar.module.css'

/** The left pane: a new chat, the search, the chats there are, and the server that answers. */
export function Sidebar() {
  const stores = useStores()
  const narrow = useApp((state) => state.layout === 'narrow')
  const searching = useSearch((state) => state.query.trim() !== '')
  return (
    <div className={styles.sidebar} data-sidebar>
      <div className={styles.top}>
        {narrow && (
          <IconButton label="Hide sidebar" onClick={() => stores.app.closeOverlays()}>
            <PanelLeft size={16} />
          </IconButton>
        )}
        <MenuButton
          label="Chats"
          items={() => [
            { label: 'Import…', run: () => stores.app.openSheet('import') },
            { label: 'Export…', hint: shortcutLabel('export'), run: () => run('export', stores) },
          ]}
        />
        <IconButton label="New chat" hint={shortcutLabel('newChat')} onClick={() => run('newChat', stores)}>
          <SquarePen size={16} />
        </IconButton>
      </div>
      <SearchField />
      <nav className={styles.nav} aria-label="Conversations">
        {searching ? <SearchResults /> : <ConversationList />}
      </nav>
      <div className={styles.foot}>
        <ServerStatus />
        <IconButton
          label="Settings"
          hint={shortcutLabel('openSettings')}
          onClick={() => run('openSettings', stores)}
        >
          <Settings size={15} />
        </IconButton>
      </div>
    </div>
  )
}
