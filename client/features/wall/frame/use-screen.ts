import { useMemo, useSyncExternalStore } from 'react'
import type { ScreenPixels } from '#shared/wall/type-size.ts'
import { subscribeToResize } from '#client/lib/browser/use-window-width.ts'

const read = () => [window.screen.width, window.screen.height, window.innerWidth, window.innerHeight].join(' ')

export const useScreen = (): { readonly screen: ScreenPixels; readonly page: ScreenPixels } => {
  const sizes = useSyncExternalStore(subscribeToResize, read)
  return useMemo(() => {
    const [screenWidth = 0, screenHeight = 0, width = 0, height = 0] = sizes.split(' ').map(Number)
    const page = { width, height }
    return { screen: screenWidth < width ? page : { width: screenWidth, height: screenHeight }, page }
  }, [sizes])
}
