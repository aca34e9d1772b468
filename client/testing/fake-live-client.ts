import type { LiveClient, LiveState } from '#client/live/live-client.ts'
import type { TopicView } from '#client/live/topic-view.ts'

const nothing = () => () => undefined

const connected: LiveState = { state: 'live', sinceMs: 0, observedAtMs: null, reason: null, nextTryAtMs: null }

export const createStubLiveClient = (topic: LiveClient['topic']): LiveClient => ({
  topic,
  state: {
    get: () => connected,
    subscribe: nothing,
  },
  onBeat: nothing,
  connect: () => undefined,
  close: () => undefined,
})

const loading: TopicView<never> = {
  status: 'loading',
  rows: new Map<string, never>(),
  observedAtMs: null,
  staleSinceMs: null,
  reason: null,
  refresh: () => undefined,
}

/** With `only`, topics of other names stay `loading`. */
export const createFakeLiveClient = ({ only }: { readonly only?: string } = {}) => {
  const watched = new Set<string>()
  const listeners = new Set<() => void>()
  let view = loading
  const client = createStubLiveClient(({ name }, params) => {
    if (only !== undefined && name !== only) return { get: () => loading, subscribe: nothing }
    return {
      get: () => view,
      subscribe: (listener) => {
        const key = JSON.stringify(params)
        watched.add(key)
        listeners.add(listener)
        return () => {
          watched.delete(key)
          listeners.delete(listener)
        }
      },
    }
  })
  const show = (next: Partial<TopicView<never>>) => {
    view = { ...view, ...next }
    for (const listener of listeners) listener()
  }
  return { client, watched, show }
}
