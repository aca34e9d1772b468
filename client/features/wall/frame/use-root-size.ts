import { useLayoutEffect } from 'react'

export const useRootSize = (unitPx: number) =>
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    dataset['wall'] = ''
    style.fontSize = `${unitPx}px`
    return () => {
      delete dataset['wall']
      style.fontSize = ''
    }
  }, [unitPx])
