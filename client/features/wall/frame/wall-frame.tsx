import { useMemo, useState } from 'react'
import { useRoute } from 'wouter'
import type { WallSettings } from '#shared/wall/wall-settings.ts'
import { parseWallText } from '#shared/wall/wall-text.ts'
import { splitWallName, withWallName } from '#shared/wall/named-wall.ts'
import { useWallViews } from '#client/domain/walls/use-wall-views.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { routes } from '#client/lib/address/routes.ts'
import { withoutWall } from '#client/lib/address/wall-address.ts'
import { PageFrameContext } from '#client/ui/layout/page-frame.ts'
import { WallContext, type Wall } from '#client/features/wall/wall-context.ts'
import { FailureWatch } from './failure-watch.tsx'
import { useNewBuild } from './use-new-build.ts'
import { useRotation } from './use-rotation.ts'
import { useWallScreen } from './use-wall-screen.ts'
import { ViewDashes } from './view-dashes.tsx'
import { WallDrift } from './wall-drift.tsx'
import { WallNotice } from './wall-notice.tsx'
import { WallNow } from './wall-now.tsx'
import { WallStopped } from './wall-stopped.tsx'

const none: readonly never[] = []
const live = <WallNow />

const useSetUp = (encodedSettings: string) => {
  const stored = usePreferences((preferences) => preferences.wall)
  const [, params] = useRoute(routes.wall)
  const { slug, settings: text } = useMemo(() => splitWallName(encodedSettings), [encodedSettings])
  const { settings, unread } = useMemo(
    () => (text === '' ? { settings: stored, unread: none } : parseWallText(text)),
    [text, stored],
  )
  const named = params?.name ?? slug
  const views = useWallViews(named, settings.views)
  return { named, settings, unread, views, carried: named === null ? text : withWallName(text, named) }
}

const findFailureView = ({ views, holdsOnTrouble }: WallSettings) => {
  const addresses = views.map(({ address }) => withoutWall(address))
  const view = addresses.findIndex((address) => address.split('?', 1)[0] === routes.healthWall)
  return holdsOnTrouble && view >= 0 ? { view, query: addresses[view]?.split('?')[1] ?? '' } : null
}

interface RotatingProps {
  readonly settings: WallSettings
  readonly unread: readonly string[]
  readonly encodedSettings: string
  readonly isNamed: boolean
  readonly children: React.ReactNode
}

function Rotating({ settings, unread, encodedSettings, isNamed, children }: RotatingProps) {
  const { page: size, unitPx, theme } = useWallScreen(settings)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const rotation = useRotation({ views: settings.views, encodedSettings, isNamed })
  useNewBuild()

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

interface WallFrameProps {
  readonly encodedSettings: string
  readonly children: React.ReactNode
}

export function WallFrame({ encodedSettings, children }: WallFrameProps) {
  const { named, settings, unread, views, carried } = useSetUp(encodedSettings)
  const shown = views.kind === 'ready' ? views.views : none
  const rotated = useMemo(() => ({ ...settings, views: [...shown] }), [settings, shown])
  return (
    <Rotating
      key={JSON.stringify(shown)}
      settings={rotated}
      unread={unread}
      encodedSettings={carried}
      isNamed={named !== null}
    >
      {views.kind === 'ready' ? children : <WallNotice slug={named ?? ''} views={views} />}
    </Rotating>
  )
}
