import { useEffect, useState } from 'react'

export const useDelayed = (afterMs: number): boolean => {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return passed
}
