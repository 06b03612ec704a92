import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import type { KeyboardEvent } from 'react'
import { shortcutLabel } from '../app/shortcuts.ts'
import { useSearch, useStores } from '../state/context.ts'
import styles from './search.module.css'

/** Searches everything that was ever said. Down goes to what was found, Escape gives the search up. */
export function SearchField() {
  const { search } = useStores()
  const query = useSearch((state) => state.query)
  const clear = () => search.setQuery('')
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault()
      clear()
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      document
        .querySelector<HTMLElement>('[data-sidebar] :is([data-hit], [data-position][tabindex="0"])')
        ?.focus()
    }
  }
  return (
    <div className={styles.field}>
      <Search size={14} />
      <input
        type="search"
        data-search
        className={styles.input}
        aria-label="Search"
        placeholder="Search"
        title={`Search  ${shortcutLabel('find')}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={query}
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {query !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label="Clear search"
          onClick={(event) => {
            clear()
            event.currentTarget.parentElement?.querySelector('input')?.focus()
          }}
        >
          <X size={13} />
        </button>
      )}
    </div>
  )
}
