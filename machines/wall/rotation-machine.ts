import { assign, setup } from 'xstate'
import { hourMs } from '#shared/primitives/time-units.ts'

export type RotationEvent =
  | { readonly type: 'view.next' }
  | { readonly type: 'view.previous' }
  | { readonly type: 'pause.toggle' }
  | { readonly type: 'failure.started'; readonly view: number }
  | { readonly type: 'failure.ended' }
  | { readonly type: 'pages.counted'; readonly pages: number }
  | { readonly type: 'view.crashed' }

interface RotationInput {
  /** At least one entry. */
  readonly viewMs: readonly number[]
  readonly view: number
}

interface RotationContext extends RotationInput {
  readonly page: number
  readonly pages: number
  /** Crashes in a row; a view that was shown for its full time resets it. */
  readonly crashes: number
}

const pageMsAtLeast = 10_000
const retryMs = { first: 2_000, most: 60_000 }
const crashesMost = 3

const stepMs = ({ viewMs, view, pages }: RotationContext) => {
  const whole = viewMs[view] ?? pageMsAtLeast
  return pages === 1 ? whole : Math.max(pageMsAtLeast, whole / pages)
}

const turned = ({ page, pages }: RotationContext) => ({ page: (page + 1) % pages, crashes: 0 })

const stepped = (context: RotationContext): Partial<RotationContext> => {
  if (context.page + 1 < context.pages || context.viewMs.length === 1) return turned(context)
  return nextView(context)
}

const nextView = ({ view, viewMs }: RotationContext): Partial<RotationContext> => ({
  view: (view + 1) % viewMs.length,
  page: 0,
  pages: 1,
  crashes: 0,
})

const steppedBack = ({ view, viewMs, page }: RotationContext): Partial<RotationContext> =>
  page > 0
    ? { page: page - 1, crashes: 0 }
    : { view: (view - 1 + viewMs.length) % viewMs.length, page: 0, pages: 1, crashes: 0 }

export const rotationMachine = setup({
  types: {
    context: {} as RotationContext,
    input: {} as RotationInput,
    events: {} as RotationEvent,
  },
  delays: {
    step: ({ context }) => stepMs(context),
    hold: 300_000,
    pauseMost: hourMs,
    retry: ({ context }) => Math.min(retryMs.most, retryMs.first * 2 ** (context.crashes - 1)),
  },
  guards: {
    isOtherCount: ({ context, event }) => event.type === 'pages.counted' && event.pages !== context.pages,
    givesWay: ({ context }) => context.crashes >= crashesMost && context.viewMs.length > 1,
  },
  actions: {
    step: assign(({ context }) => stepped(context)),
    stepBack: assign(({ context }) => steppedBack(context)),
    turnPage: assign(({ context }) => turned(context)),
    goToFailure: assign(({ context, event }) => {
      if (event.type !== 'failure.started') return {}
      return event.view === context.view ? { page: 0 } : { view: event.view, page: 0, pages: 1, crashes: 0 }
    }),
    countPages: assign(({ context, event }) => {
      if (event.type !== 'pages.counted') return {}
      const pages = Math.max(1, event.pages)
      return { pages, page: Math.min(context.page, pages - 1) }
    }),
    countCrash: assign({ crashes: ({ context }) => context.crashes + 1 }),
    giveWay: assign(({ context }) => nextView(context)),
  },
}).createMachine({
  id: 'rotation',
  initial: 'showing',
  context: ({ input }) => ({ ...input, page: 0, pages: 1, crashes: 0 }),
  on: { 'view.crashed': { target: '.recovering', actions: 'countCrash' } },
  states: {
    showing: {
      after: { step: { target: 'showing', reenter: true, actions: 'step' } },
      on: {
        'view.next': { target: 'showing', reenter: true, actions: 'step' },
        'view.previous': { target: 'showing', reenter: true, actions: 'stepBack' },
        'pages.counted': { guard: 'isOtherCount', target: 'showing', reenter: true, actions: 'countPages' },
        'pause.toggle': 'paused',
        'failure.started': { target: 'held', actions: 'goToFailure' },
      },
    },
    held: {
      initial: 'turning',
      after: { hold: 'showing' },
      on: {
        'failure.started': { target: 'held', reenter: true, actions: 'goToFailure' },
        'failure.ended': 'showing',
        'view.next': { target: 'showing', actions: 'step' },
        'view.previous': { target: 'showing', actions: 'stepBack' },
        'pause.toggle': 'paused',
        'pages.counted': { guard: 'isOtherCount', actions: 'countPages' },
      },
      states: { turning: { after: { step: { target: 'turning', reenter: true, actions: 'turnPage' } } } },
    },
    paused: {
      after: { pauseMost: 'showing' },
      on: {
        'pause.toggle': 'showing',
        'view.next': { actions: 'step' },
        'view.previous': { actions: 'stepBack' },
        'pages.counted': { guard: 'isOtherCount', actions: 'countPages' },
      },
    },
    recovering: {
      after: { retry: [{ guard: 'givesWay', target: 'showing', actions: 'giveWay' }, { target: 'showing' }] },
      on: {
        'view.next': { target: 'showing', actions: 'step' },
        'view.previous': { target: 'showing', actions: 'stepBack' },
      },
    },
  },
})
