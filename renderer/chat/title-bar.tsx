import PanelLeft from 'lucide-react/icons/panel-left'
import PanelRight from 'lucide-react/icons/panel-right'
import Share from 'lucide-react/icons/share'
import SquarePen from 'lucide-react/icons/square-pen'
import { run, shortcutLabel } from '../app/shortcuts.ts'
import { useApp, useConversations, useStores, useThread } from '../state/context.ts'
import { IconButton } from '../ui/button.tsx'
import { ModelSelect } from './model-select.tsx'
import styles from './title-bar.module.css'

/** The thread's title bar, by which the window is dragged. */
export function TitleBar() {
  const stores = useStores()
  const openId = useThread((state) => state.openId)
  const ownTitle = useThread((state) => state.conversation?.title)
  const listTitle = useConversations((state) => state.list?.find(({ id }) => id === openId)?.title)
  const sidebarOpen = useApp((state) => state.sidebarOpen)
  const profileOpen = useApp((state) => state.profileOpen)
  const electron = useApp((state) => state.info?.host === 'electron')

  return (
    <header className={styles.bar} data-lights={(electron && !sidebarOpen) || undefined}>
      <IconButton
        label={sidebarOpen ? 'Hide sidebar' : 'Show sidebar'}
        hint={shortcutLabel('toggleSidebar')}
        aria-expanded={sidebarOpen}
        onClick={() => run('toggleSidebar', stores)}
      >
        <PanelLeft size={16} />
      </IconButton>
      {!sidebarOpen && (
        <IconButton label="New chat" hint={shortcutLabel('newChat')} onClick={() => run('newChat', stores)}>
          <SquarePen size={15} />
        </IconButton>
      )}
      <h1 className={styles.title}>{(openId !== null && (listTitle ?? ownTitle)) || 'New chat'}</h1>
      <ModelSelect />
      <IconButton label="Export" hint={shortcutLabel('export')} onClick={() => run('export', stores)}>
        <Share size={15} />
      </IconButton>
      <IconButton
        label={profileOpen ? 'Hide profile' : 'Show profile'}
        hint={shortcutLabel('toggleProfile')}
        aria-expanded={profileOpen}
        onClick={() => run('toggleProfile', stores)}
      >
        <PanelRight size={16} />
      </IconButton>
    </header>
  )
}
