import { useEffect } from 'react'
import { reloadForNewBuild } from '#client/lib/browser/new-build.ts'
import { useLiveState } from '#client/live/use-live-state.ts'

const lookEveryMs = 300_000
const outdatedEveryMs = 15_000

/**
 * Checks after each reconnect, since a new build restarts the relay, and periodically; more often once the relay
 * reported that this page is outdated.
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
