import { type Reply, textReply } from './reply.ts'

/** A reply that fails in the middle of a sentence, with the chunk AFM marks errors with. */
export function errorReply(): Reply {
  return textReply(
    'This canned reply shows a failure in mid-stream.',
    'This is a canned reply of the demo that will fail before it has',
    {
      kind: 'error',
      title: 'Error',
      message: 'The operation could not be completed. (The demo fails on purpose: you wrote "error".)',
    },
  )
}

/** A reply whose connection breaks, as when the server crashes. */
export function dropReply(): Reply {
  return textReply(
    'This canned reply shows a connection that breaks.',
    'This is a canned reply of the demo. Its connection breaks after this sentence, with no end and no warning. What came before should still be',
    { kind: 'drop' },
  )
}
