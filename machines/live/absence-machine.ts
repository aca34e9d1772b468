import { assign, setup } from 'xstate'

/** Milliseconds by the server's clock. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** One moment by both clocks, in milliseconds; either may be set, and only what both agree on has really passed. */
export interface Moment {
  readonly browserMs: number
  readonly serverMs: number
}

interface AbsenceContext {
  /** When the person could last see a screen that was current; null before the first time. */
  readonly seen: Moment | null
  /** What went by unseen and was not closed yet. */
  readonly missed: Span | null
}

type AbsenceEvent =
  /** The tab is in view, and what it shows is as new as the relay can tell. Sent again and again while that is so. */
  { readonly type: 'screen.current'; readonly at: Moment } | { readonly type: 'digest.close' }

const absentMs = 60_000

const passedMs = (from: Moment, to: Moment) => Math.min(to.browserMs - from.browserMs, to.serverMs - from.serverMs)

/**
 * Whether somebody was away, for whatever reason: the tab hidden, the machine asleep, the connection lost. Nothing says so while it
 * lasts; the first current screen after more than a minute without one does. Until the person closes the digest, another
 * absence makes its span longer.
 */
export const absenceMachine = setup({
  types: {
    context: {} as AbsenceContext,
    events: {} as AbsenceEvent,
    input: {} as { readonly seen: Moment | null },
  },
  guards: {
    wasAbsent: ({ context, event }) =>
      event.type === 'screen.current' && context.seen !== null && passedMs(context.seen, event.at) > absentMs,
  },
  actions: {
    see: assign(({ context, event }) => (event.type === 'screen.current' ? { seen: event.at } : context)),
    miss: assign(({ context, event }) => {
      if (event.type !== 'screen.current' || context.seen === null) return context
      return { missed: { fromMs: context.missed?.fromMs ?? context.seen.serverMs, toMs: event.at.serverMs } }
    }),
    forget: assign({ missed: null }),
  },
}).createMachine({
  id: 'absence',
  initial: 'present',
  context: ({ input }) => ({ seen: input.seen, missed: null }),
  on: {
    'screen.current': [{ guard: 'wasAbsent', target: '.back', actions: ['miss', 'see'] }, { actions: 'see' }],
  },
  states: {
    present: {},
    back: { on: { 'digest.close': { target: 'present', actions: 'forget' } } },
  },
})
