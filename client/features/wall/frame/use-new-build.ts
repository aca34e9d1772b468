import { useEffect } from 'react'
import { reloadForNewBuild } from '#client/lib/browser/new-build.ts'
import { useLiveState } from '#client/live/use-live-state.ts'

const lookEveryMs = 300_000
const outdatedEveryMs = 15_000

/**
 * Reloads the wall once after a new build: looks after each connection, since a new build comes with a restart of the relay,
 * and now and then; more often once the relay has said that this page is too old.
 */
export const useNewBuild = () => {
  const { state } = useLiveState()
  const isOutdated = state === 'outdated'
  const isConnected = state === 'live' || state === 'lagging' || state === 'stale'
  useEffect(() => {
    if (isConnected) void reloadForNewBuild()
  }, [isConnected])
  useEffect(() => {
    const timer = setInterval(() => void reloadForNewBuild(), isOutdated ? outdatedEveryMs : lookEveryMs)
    return () => clearInterval(timer)
  }, [isOutdated])
}
