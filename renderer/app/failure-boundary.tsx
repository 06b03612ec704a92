import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './failure-boundary.module.css'

/** Stands in for a page that could not be drawn, so that no fault leaves a blank window. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className={styles.failure} role="alert">
        <h1>Something in this window went wrong</h1>
        <p>
          Your chats are safe, and a reply that is being written goes on. Load the window again to see it.
        </p>
        <Button onClick={() => location.reload()}>Load again</Button>
      </div>
    )
  }
}
