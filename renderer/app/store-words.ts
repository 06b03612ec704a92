import type { StoreStatus } from '../../shared/chat/store-status.ts'

/** What the banner says of the conversations on disk. */
export interface StoreWords {
  readonly text: string
  /** Whether it can be put away once it is read; what still is wrong stays. */
  readonly dismissible: boolean
}

/** What is wrong with the conversations on disk, and what to do; nothing when all is well. */
export function storeWords(status: StoreStatus | null, dataFolder: string): StoreWords[] {
  if (!status) return []
  const { state, message, keptAside, unsavedReplies } = status
  const words: StoreWords[] = []
  if (state === 'unavailable') {
    words.push({
      text: `${message ?? 'The chats cannot be opened.'} Nothing has been overwritten. Put the folder ${dataFolder} right and start the app again.`,
      dismissible: false,
    })
  }
  if (state === 'read-only') {
    words.push({
      text: `${message ?? 'The chats can be read but not changed.'} Make ${dataFolder} writable and start the app again.`,
      dismissible: false,
    })
  }
  if (unsavedReplies > 0) {
    const replies = unsavedReplies === 1 ? '1 reply is' : `${unsavedReplies} replies are`
    words.push({
      text: `${replies} not on the disk yet, perhaps because it is full. Free some space and leave the app open: it tries again by itself.`,
      dismissible: false,
    })
  }
  if (state === 'ready' && message !== null) {
    const advice =
      keptAside === null ? '' : ' What you exported from it can be imported again; nothing in it was deleted.'
    words.push({ text: message + advice, dismissible: true })
  }
  return words
}
