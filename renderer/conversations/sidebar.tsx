import PanelLeft from 'lucide-react/icons/panel-left'
import Settings from 'lucide-react/icons/settings'
import SquarePen from 'lucide-react/icons/square-pen'
import { run, shortcutLabel } from '../app/shortcuts.ts'
import { useApp, useStores } from '../state/context.ts'
import { IconButton } from '../ui/button.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ServerStatus } from './server-status.tsx'
import styles from './sidebar.module.css'

/** The left pane: a new chat, the chats there are, and the server that answers. */
export function Sidebar() {
  const stores = useStores()
  const narrow = useApp((state) => state.layout === 'narrow')
  return (
    <div className={styles.sidebar}>
      <div className={styles.top}>
        {narrow && (
          <IconButton label="Hide sidebar" onClick={() => stores.app.closeOverlays()}>
            <PanelLeft size={16} />
          </IconButton>
        )}
        <IconButton label="New chat" hint={shortcutLabel('newChat')} onClick={() => run('newChat', stores)}>
          <SquarePen size={16} />
        </IconButton>
      </div>
      <ConversationList />
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
