import { assign, setup } from 'xstate'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Either clock may be adjusted, so only time that passed on both counts. Milliseconds. */
export interface Moment {
  readonly browserMs: number
  readonly serverMs: number
}

interface AbsenceContext {
  readonly seen: Moment | null
  readonly missed: Span | null
}

type AbsenceEvent = { readonly type: 'screen.current'; readonly at: Moment } | { readonly type: 'digest.close' }

const absentMs = 60_000

const passedMs = (from: Moment, to: Moment) => Math.min(to.browserMs - from.browserMs, to.serverMs - from.serverMs)

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
