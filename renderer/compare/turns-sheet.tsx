import { useState } from 'react'
import type { TurnSummary } from '../../shared/metrics/turn-summary.ts'
import { useApp, useStores, useThread, useTurns } from '../state/context.ts'
import type { ThreadState } from '../state/thread.ts'
import { Sheet } from '../ui/sheet.tsx'
import { AllTurns } from './all-turns.tsx'
import { ComparePair } from './compare-pair.tsx'
import type { Scope } from './use-turn-list.ts'
import { useTurnList } from './use-turn-list.ts'

/** The turns of a conversation or of all, as a chart and a table, and two of them laid over each other. */
export function TurnsSheet() {
  const { app, thread } = useStores()
  const openId = useThread((state) => state.openId)
  const [scope, setScope] = useState<Scope>(() =>
    openId !== null && endedReplies(thread.store.getState()) >= 2 ? 'conversation' : 'everything',
  )
  const shown: Scope = openId === null ? 'everything' : scope
  useTurnList(shown === 'conversation' ? openId : null)
  const items = useTurns((state) => state.items)
  const narrow = useApp((state) => state.layout === 'narrow')
  const [allPicks, setPicks] = useState<readonly string[]>([])
  const [pair, setPair] = useState<readonly [TurnSummary, TurnSummary] | null>(null)

  // What was picked may have been deleted since.
  const picks = allPicks.filter((id) => items?.some(({ replyId }) => replyId === id))

  const show = (turn: TurnSummary) => {
    app.closeSheet()
    if (narrow) app.closeOverlays()
    void thread.openAt(turn.conversationId, turn.replyId).then(app.report)
    thread.select(turn.replyId)
  }
  const compare = () => {
    const [a, b] = picks.map((id) => items?.find(({ replyId }) => replyId === id))
    if (a && b) setPair([a, b])
  }
  return (
    <Sheet title={pair ? 'Two turns' : 'Turns'} wide onClose={() => app.closeSheet()}>
      {pair ? (
        <ComparePair
          a={pair[0]}
          b={pair[1]}
          onSwap={() => setPair([pair[1], pair[0]])}
          onBack={() => setPair(null)}
          onShow={show}
        />
      ) : (
        <AllTurns
          scope={shown}
          onScope={openId === null ? null : setScope}
          picks={picks}
          onPicks={setPicks}
          onCompare={compare}
          onShow={show}
        />
      )}
    </Sheet>
  )
}

function endedReplies({ branch }: ThreadState): number {
  return branch.filter((message) => message.role === 'assistant' && message.turn.end !== null).length
}
