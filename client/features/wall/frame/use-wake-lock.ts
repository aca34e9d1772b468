import { useEffect } from 'react'

/** Keeps the screen on while the page is in sight, where the browser can. */
export const useWakeLock = () =>
  useEffect(() => {
    const wakeLock: WakeLock | undefined = navigator.wakeLock
    if (wakeLock === undefined) return undefined
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || isOver) return
      // A refusal, on low power for one, is no matter of the page.
      lock = await wakeLock.request('screen').catch(() => undefined)
      if (isOver) await lock?.release()
    }
    const handleVisibility = () => void hold()
    document.addEventListener('visibilitychange', handleVisibility)
    void hold()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', handleVisibility)
      void lock?.release()
    }
  }, [])
