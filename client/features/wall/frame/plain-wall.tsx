import { useMemo } from 'react'
import { parseWallText } from '#shared/wall/wall-text.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { useWallScreen } from './use-wall-screen.ts'

interface PlainWallProps {
  readonly encodedSettings: string
  readonly children: React.ReactNode
}

/** The size and light of a wall for pages without a session. */
export function PlainWall({ encodedSettings, children }: PlainWallProps) {
  const stored = usePreferences((preferences) => preferences.wall)
  const settings = useMemo(
    () => (encodedSettings === '' ? stored : parseWallText(encodedSettings).settings),
    [encodedSettings, stored],
  )
  const { theme } = useWallScreen(settings)
  return (
    <div className="wall" data-theme={theme}>
      {children}
    </div>
  )
}
