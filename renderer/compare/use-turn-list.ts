import { useEffect } from 'react'
import { useStores } from '../state/context.ts'

export type Scope = 'conversation' | 'everything'

/** Reads the turns of a conversation, or of all (null), and keeps them true while this component is there. */
export function useTurnList(conversationId: string | null): void {
  const { turns } = useStores()
  useEffect(() => {
    void turns.read(conversationId)
    return () => turns.leave()
  }, [turns, conversationId])
}
