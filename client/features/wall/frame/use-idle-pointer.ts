import { useEffect } from 'react'

const idleAfterMs = 3_000

export const useIdlePointer = () =>
  useEffect(() => {
    const { dataset } = document.documentElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const stir = () => {
      delete dataset['idle']
      clearTimeout(timer)
      timer = setTimeout(() => (dataset['idle'] = ''), idleAfterMs)
    }
    stir()
    document.addEventListener('pointermove', stir)
    return () => {
      document.removeEventListener('pointermove', stir)
      clearTimeout(timer)
      delete dataset['idle']
    }
  }, [])
