import { useEffect, useState } from 'react'
import styles from './code.module.css'

/** How long the button tells what came of it. */
const TOLD_MS = 2000

/** Copies a text; says so to the eye and to a screen reader. */
export function CopyButton({ text }: { text: string }) {
  const [outcome, setOutcome] = useState('')
  useEffect(() => {
    if (outcome === '') return
    const timer = setTimeout(() => setOutcome(''), TOLD_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Copied')
    } catch {
      setOutcome('Could not copy')
    }
  }
  return (
    <>
      <button type="button" className={styles.copy} onClick={() => void copy()}>
        {outcome || 'Copy'}
      </button>
      <span className={styles.status} role="status">
        {outcome}
      </span>
    </>
  )
}
