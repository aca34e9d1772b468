import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { useLocation, useRoute, useRouter } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { propertiesQuery } from '#client/api/session/feature-flags.ts'
import { whoamiQuery } from '#client/api/session/whoami.ts'
import { ErrorPage } from '#client/features/shell/error-page.tsx'
import { SessionFailedPage } from '#client/features/shell/session-failed-page.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { routes } from '#client/lib/routes.ts'
import { wallOf } from '#client/lib/wall-address.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/callout.tsx'
import { Page } from '#client/ui/page.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { Addresses } from './addresses.tsx'
import { digestAreas } from './digest-areas.ts'
import { preloadPage } from './preload-page.ts'

const WallFrame = lazy(async () => ({
  default: (await import('#client/features/wall/frame/wall-frame.tsx')).WallFrame,
}))

const wallRetryMs = 30_000

/** Nobody presses a button on a wall: what a person would try again is tried again by itself. */
const useWallRetry = (retry: (() => void) | null) =>
  useEffect(() => {
    if (retry === null) return undefined
    const timer = setInterval(retry, wallRetryMs)
    return () => clearInterval(timer)
  }, [retry])

/** The first page's code comes while the flags do. */
const usePreload = () => {
  const { parser } = useRouter()
  const [location] = useLocation()
  const first = useRef(location)
  useEffect(() => preloadPage(parser, first.current), [parser])
}

/**
 * The console for whoever is asking: pages are drawn once the feature flags are known, the topology card at once
 * (ledger SHELL-05, SHELL-06). Flags that cannot be read count as none, and the page says so. On a wall the frame of walls
 * stands around the page in the place of the shell.
 */
export function Console() {
  usePreload()
  const whoami = useQuery(whoamiQuery)
  const flags = useQuery(propertiesQuery)
  const [location] = useLocation()
  const wall = wallOf(location, useSearch())
  const [isCard] = useRoute(routes.topologyCard)
  const [isError] = useRoute(routes.error)
  const refusal = whoami.data === undefined ? (whoami.error ?? whoami.failureReason) : null
  const { refetch: askWho } = whoami
  const { refetch: askFlags } = flags
  const areFlagsUnread = flags.data === undefined && flags.error !== null
  const retry = useCallback(() => {
    if (refusal !== null) void askWho({ cancelRefetch: true })
    else void askFlags()
  }, [refusal, askWho, askFlags])
  useWallRetry(wall !== null && (refusal !== null || areFlagsUnread) ? retry : null)

  if (isError) return <ErrorPage />
  const page =
    refusal !== null ? (
      <SessionFailedPage error={refusal} onRetry={retry} />
    ) : flags.isPending && !isCard ? (
      <Page title="">
        <SkeletonRows />
      </Page>
    ) : (
      <Addresses onWall={wall !== null} />
    )
  if (wall !== null)
    return (
      <Suspense>
        <WallFrame key={wall} words={wall}>
          {page}
        </WallFrame>
      </Suspense>
    )
  if (refusal !== null) return page
  const flagsNote = areFlagsUnread ? (
    <Callout
      tone="warn"
      bar
      title="Feature flags could not be read."
      actions={
        <Button small onClick={() => void askFlags()}>
          Retry now
        </Button>
      }
    >
      Every area is shown, those that are switched off too.
    </Callout>
  ) : null
  return (
    <Shell note={flagsNote} digestAreas={digestAreas}>
      {page}
    </Shell>
  )
}
