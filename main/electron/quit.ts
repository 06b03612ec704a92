/**
 * The listener to `before-quit` that puts quitting off until the app has closed, so that every running
 * turn is stopped and stored. A failure to close is reported and does not keep the app alive.
 */
export function quitAfterClose(
  close: () => Promise<void>,
  quit: () => void,
  report: (error: unknown) => void,
): (event: { preventDefault(): void }) => void {
  let state: 'running' | 'closing' | 'closed' = 'running'

  async function closeThenQuit(): Promise<void> {
    try {
      await close()
    } catch (error) {
      report(error)
    }
    state = 'closed'
    quit()
  }

  return (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void closeThenQuit()
  }
}
