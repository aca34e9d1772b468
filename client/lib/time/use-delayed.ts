import { useEffect, useState } from 'react'

/** False at first, true once `afterMs` have passed without the component going away. */
export const useDelayed = (afterMs: number): boolean => {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return passed
}
