import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'

/** Copies text that is made only when asked for, and says for a moment that it did, or that it could not. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 1600)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  const said = state === 'copied' ? 'Copied' : state === 'failed' ? 'Could not copy' : label
  return (
    <IconButton label={said} onClick={copy}>
      {state === 'copied' ? <Check size={14} /> : <Copy size={14} />}
    </IconButton>
  )
}
