import { useLayoutEffect } from 'react'
import { smallestTextPx, type ScreenPixels } from '#shared/wall/type-size.ts'
import type { WallSettings } from '#shared/wall/wall-settings.ts'
import { useIdlePointer } from './use-idle-pointer.ts'
import { useScreen } from './use-screen.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { useLightNow, useWallLight } from './use-wall-light.ts'
import '#client/features/wall/wall.css'
import './wall-frame.css'

const useRootSize = (unitPx: number) =>
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    dataset['wall'] = ''
    style.fontSize = `${unitPx}px`
    return () => {
      delete dataset['wall']
      style.fontSize = ''
    }
  }, [unitPx])

interface WallScreen {
  readonly page: ScreenPixels
  readonly unitPx: number
  readonly theme: 'dark' | 'light'
}

export const useWallScreen = (settings: WallSettings): WallScreen => {
  const { screen, page } = useScreen()
  const unitPx = smallestTextPx(settings, screen)
  const theme = useLightNow(settings.light)
  useRootSize(unitPx)
  useWallLight(theme)
  useWakeLock()
  useIdlePointer()
  return { page, unitPx, theme }
}
