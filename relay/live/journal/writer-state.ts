/** Whether the journal can be written. */
export type WriterState =
  | { readonly kind: 'working' }
  /** Why it cannot, as a sentence, and after how long it is tried again. */
  | { readonly kind: 'failing'; readonly reason: string; readonly retryMs: number }

/** `failed`: nothing was written. `unswept`: what is old could not be taken away, which says nothing of writing. */
export type WriterInput =
  | { readonly kind: 'written' }
  | { readonly kind: 'failed' | 'unswept'; readonly reason: string }

export const working: WriterState = { kind: 'working' }

const firstRetryMs = 1_000
const longestRetryMs = 30_000

export const nextWriterState = (state: WriterState, input: WriterInput): WriterState => {
  if (input.kind === 'written') return working
  const waitedMs = state.kind === 'failing' ? state.retryMs : 0
  const retryMs = Math.min(Math.max(2 * waitedMs, firstRetryMs), longestRetryMs)
  return { kind: 'failing', reason: input.reason, retryMs: input.kind === 'failed' ? retryMs : waitedMs }
}
