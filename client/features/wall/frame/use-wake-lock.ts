import { useEffect } from 'react'

export const useWakeLock = () =>
  useEffect(() => {
    const wakeLock: WakeLock | undefined = navigator.wakeLock
    if (wakeLock === undefined) return undefined
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || isOver) return
      // Rejects for example on low battery.
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
