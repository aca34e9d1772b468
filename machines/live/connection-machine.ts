import { assign, setup } from 'xstate'

export type ConnectionEvent =
  | { readonly type: 'socket.opened' }
  | { readonly type: 'socket.lost'; readonly reason: string }
  | { readonly type: 'socket.failed'; readonly reason: string }
  | { readonly type: 'socket.unauthorised'; readonly reason: string }
  | { readonly type: 'socket.outdated'; readonly reason: string }
  | { readonly type: 'relay.leaving' }
  | { readonly type: 'network.lost' }
  | { readonly type: 'network.back' }
  | { readonly type: 'tab.woke'; readonly reason: string }
  | { readonly type: 'feeds.live' }
  | { readonly type: 'feeds.lagging' }
  | { readonly type: 'feeds.stale'; readonly reason: string }

/**
 * `connecting` covers a grace period after a loss or an announced restart, so that short interruptions raise no
 * alarm. Only a wake-up or a visible tab ends `unauthorised`; only a reload ends `outdated`.
 */
export const connectionMachine = setup({
  types: {
    context: {} as {
      readonly reason: string | null
      readonly isLeaving: boolean
    },
    events: {} as ConnectionEvent,
    tags: {} as 'connected' | 'current',
  },
  delays: { gracePeriod: 5_000 },
  guards: { isLeaving: ({ context }) => context.isLeaving },
  actions: {
    keepReason: assign(({ event }) => ({ reason: 'reason' in event ? event.reason : null })),
    forgetReason: assign({ reason: null }),
    expectLeaving: assign({ isLeaving: true }),
    greet: assign({ reason: null, isLeaving: false }),
    blameNetwork: assign({ reason: 'No network connection.' }),
  },
}).createMachine({
  id: 'connection',
  initial: 'connecting',
  context: { reason: null, isLeaving: false },
  on: {
    'socket.unauthorised': { target: '.unauthorised', actions: 'keepReason' },
    'socket.outdated': { target: '.outdated', actions: 'keepReason' },
    'network.lost': { target: '.offline', actions: 'blameNetwork' },
    'relay.leaving': { actions: 'expectLeaving' },
    'tab.woke': { target: '.connecting', actions: 'keepReason' },
  },
  states: {
    connecting: {
      on: {
        'socket.opened': { target: 'connected', actions: 'greet' },
        'socket.failed': [{ guard: 'isLeaving' }, { target: 'offline', actions: 'keepReason' }],
      },
      after: { gracePeriod: { target: 'offline' } },
    },
    connected: {
      tags: 'connected',
      initial: 'live',
      on: {
        'socket.lost': { target: 'connecting', actions: 'keepReason' },
        'feeds.live': { target: '.live', actions: 'forgetReason' },
        'feeds.lagging': { target: '.lagging', actions: 'forgetReason' },
        'feeds.stale': { target: '.stale', actions: 'keepReason' },
      },
      states: {
        live: { tags: 'current' },
        lagging: {},
        stale: { tags: 'current' },
      },
    },
    offline: {
      on: {
        'socket.opened': { target: 'connected', actions: 'greet' },
        'network.back': { target: 'connecting', actions: 'forgetReason' },
        'network.lost': { actions: 'blameNetwork' },
      },
    },
    unauthorised: { on: { 'network.lost': {}, 'socket.opened': { target: 'connected', actions: 'greet' } } },
    outdated: { type: 'final' },
  },
})
