import { useEffect, useState } from 'react'

/** A value once it has stayed the same for a while; at first the one that there is. */
export const useAfterPause = <Value>(value: Value, pauseMs: number): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
