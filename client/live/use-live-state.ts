import { useSyncExternalStore } from 'react'
import type { LiveState } from '#client/live/live-client.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'

export const useLiveState = (): LiveState => {
  const { state } = useLiveClient()
  return useSyncExternalStore(state.subscribe, state.get)
}
