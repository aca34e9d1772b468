import { useLayoutEffect } from 'react'

/** Makes everything on the page that is measured in rem as large as the wall's smallest text wants it. */
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
