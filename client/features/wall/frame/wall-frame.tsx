import { useMemo, useState } from 'react'
import { smallestTextPx } from '#shared/wall/type-size.ts'
import type { WallSettings } from '#shared/wall/wall-settings.ts'
import { parseWallText } from '#shared/wall/wall-text.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { routes } from '#client/lib/address/routes.ts'
import { withoutWall } from '#client/lib/address/wall-address.ts'
import { PageFrameContext } from '#client/ui/layout/page-frame.ts'
import { WallContext, type Wall } from '#client/features/wall/wall-context.ts'
import { FailureWatch } from './failure-watch.tsx'
import { useIdlePointer } from './use-idle-pointer.ts'
import { useNewBuild } from './use-new-build.ts'
import { useRootSize } from './use-root-size.ts'
import { useRotation } from './use-rotation.ts'
import { useScreen } from './use-screen.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { useLightNow, useWallLight } from './use-wall-light.ts'
import { ViewDashes } from './view-dashes.tsx'
import { WallDrift } from './wall-drift.tsx'
import { WallNow } from './wall-now.tsx'
import { WallStopped } from './wall-stopped.tsx'
import '#client/features/wall/wall.css'
import './wall-frame.css'

const none: readonly string[] = []
const live = <WallNow />

const useSetUp = (encodedSettings: string) => {
  const stored = usePreferences((preferences) => preferences.wall)
  return useMemo(
    () => (encodedSettings === '' ? { settings: stored, unread: none } : parseWallText(encodedSettings)),
    [encodedSettings, stored],
  )
}

const findFailureView = ({ views, holdsOnTrouble }: WallSettings) => {
  const addresses = views.map(({ address }) => withoutWall(address))
  const view = addresses.findIndex((address) => address.split('?', 1)[0] === routes.healthWall)
  return holdsOnTrouble && view >= 0 ? { view, query: addresses[view]?.split('?')[1] ?? '' } : null
}

interface WallFrameProps {
  readonly encodedSettings: string
  readonly children: React.ReactNode
}

export function WallFrame({ encodedSettings, children }: WallFrameProps) {
  const { settings, unread } = useSetUp(encodedSettings)
  const { screen, page: size } = useScreen()
  const unitPx = smallestTextPx(settings, screen)
  const theme = useLightNow(settings.light)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const rotation = useRotation(settings, encodedSettings)
  useRootSize(unitPx)
  useWallLight(theme)
  useNewBuild()
  useWakeLock()
  useIdlePointer()

  const { standing, page, onPages, onCrash, send } = rotation
  const room = useMemo(() => ({ width: size.width / unitPx, height: size.height / unitPx }), [size, unitPx])
  const wall = useMemo<Wall>(
    () => ({ room, unitPx, page, standing, unread, onPages, onCrash }),
    [room, unitPx, page, standing, unread, onPages, onCrash],
  )
  const frame = useMemo(() => ({ bar, live, isWall: true }), [bar])

  const failureView = useMemo(() => findFailureView(settings), [settings])
  return (
    <div className="wall" data-theme={theme}>
      <WallContext value={wall}>
        <WallDrift on={settings.drifts}>
          <header ref={setBar} className="wall-bar" />
          {bar === null ? null : (
            <PageFrameContext value={frame}>{rotation.isRecovering ? <WallStopped /> : children}</PageFrameContext>
          )}
        </WallDrift>
      </WallContext>
      <ViewDashes count={rotation.count} view={rotation.view} viewMs={rotation.viewMs} standing={standing} />
      {failureView !== null && rotation.count > 1 ? <FailureWatch {...failureView} send={send} /> : null}
    </div>
  )
}
