export type WriterState =
  | { readonly kind: 'working' }
  | { readonly kind: 'failing'; readonly reason: string; readonly retryMs: number }

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
