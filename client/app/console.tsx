import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useLocation, useRoute, useRouter, matchRoute, type Parser } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { healthChecks } from '#shared/health/health-topics.ts'
import { relayErrors } from '#shared/settings/relay-errors-topic.ts'
import { toSessionError } from '#machines/identity/session-machine.ts'
import { isOutage } from '#client/api/outage.ts'
import { propertiesQuery } from '#client/api/session/feature-flags.ts'
import { NoAccessPage } from '#client/features/shell/no-access-page.tsx'
import { ProvisioningPage } from '#client/features/shell/provisioning-page.tsx'
import { SessionFailedPage } from '#client/features/shell/session-failed-page.tsx'
import type { AccountTools } from '#client/features/shell/account-tools.ts'
import { Shell } from '#client/features/shell/shell.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { digestArea } from '#client/live/absence/digest-area.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { findWallParam } from '#client/lib/address/wall-address.ts'
import { Addresses } from './addresses.tsx'
import { FlagsBar, SignedOutBar, type RenderSignIn } from './console-bars.tsx'
import { LoadingPage } from './loading-page.tsx'
import { RelayErrorBar } from './relay-error-bar.tsx'
import { useSessionActor } from './session-context.ts'
import { useSessionNews } from './use-session-news.ts'
import { useSessionState } from './use-session-state.ts'
import { usePreloadPages } from './use-preload-pages.ts'
import { useUiSnippet } from './use-ui-snippet.ts'
import { pages } from './pages.tsx'

const preloadPage = (parser: Parser, address: string): void => {
  const entry = pages.find(({ path }) => matchRoute(parser, path, address)[0])
  entry?.page.preload().catch(() => undefined)
}

/** Null for a lost network, which the live status shows. */
const describeOutage = (error: Error | null) => (isOutage(error) && error.kind === 'answered' ? error.message : null)

const WallFrame = lazy(async () => ({
  default: (await import('#client/features/wall/frame/wall-frame.tsx')).WallFrame,
}))

const PaletteActions = lazy(async () => ({ default: (await import('./palette-actions.tsx')).PaletteActions }))

const digestAreas = [
  digestArea(healthChecks, async () => (await import('#client/features/health/digest/checks-news.ts')).checksNews),
]

const wallRetryMs = 30_000
const noParams = {}

const useWallRetry = (retry: (() => void) | null) =>
  useEffect(() => {
    if (retry === null) return undefined
    const timer = setInterval(retry, wallRetryMs)
    return () => clearInterval(timer)
  }, [retry])

/** Like the session and the flags, requested while React draws the first frame: an effect would run after it. */
const usePreload = () => {
  const { parser } = useRouter()
  const [location] = useLocation()
  useState(() => preloadPage(parser, location))
}

const findReplacementPage = (
  state: ReturnType<typeof useSessionState>,
  retry: () => void,
): { readonly page: React.ReactNode; readonly inShell: boolean } | null => {
  const { context } = state
  const failedResult = state.matches('asking') ? context.result.kind : null
  if (state.matches('provisioning') || failedResult === 'starting')
    return { page: <ProvisioningPage failure={toSessionError(context)} attempts={context.attempts} />, inShell: true }
  if (state.matches('withoutAccess') || failedResult === 'noAccess')
    return { page: <NoAccessPage failure={toSessionError(context)} onRetry={retry} />, inShell: false }
  const isUnreachable = state.matches('unreachable') || failedResult === 'unreachable'
  if (!isUnreachable && !state.matches('failed')) return null
  const page = <SessionFailedPage failure={toSessionError(context)} unreachable={isUnreachable} onRetry={retry} />
  return { page, inShell: false }
}

interface ConsoleProps {
  readonly account?: AccountTools | undefined
  readonly renderSignIn?: RenderSignIn | undefined
}

export function Console({ account, renderSignIn }: ConsoleProps) {
  usePreload()
  usePrefetchQuery(propertiesQuery)
  useSessionNews()
  useUiSnippet()
  const session = useSessionActor()
  const state = useSessionState()
  const instead = findReplacementPage(state, () => session.send({ type: 'session.retry' }))
  const flags = useQuery(propertiesQuery)
  const errors = useTopic(relayErrors, noParams)
  const [location] = useLocation()
  const wall = findWallParam(location, useSearch())
  const [isCard] = useRoute(routes.topologyCard)
  const { refetch: askFlags } = flags
  const areFlagsUnread = state.hasTag('known') && flags.data === undefined && flags.isFetched
  const retry = useCallback(() => {
    session.send({ type: 'session.retry' })
    if (areFlagsUnread) void askFlags()
  }, [session, areFlagsUnread, askFlags])
  useWallRetry(wall !== null && (instead !== null || areFlagsUnread || state.hasTag('expired')) ? retry : null)

  const isWaiting = (flags.data === undefined && !flags.isFetched && !isCard) || state.matches('leaving')
  // A wall loads its views itself.
  usePreloadPages(wall === null && instead === null && !isWaiting && state.hasTag('known'))
  const page = instead !== null ? instead.page : isWaiting ? <LoadingPage /> : <Addresses onWall={wall !== null} />
  if (wall !== null)
    return (
      <Suspense>
        <WallFrame key={wall} encodedSettings={wall}>
          {page}
        </WallFrame>
      </Suspense>
    )
  if (instead !== null && !instead.inShell) return page
  const note = state.hasTag('expired') ? (
    <SignedOutBar renderSignIn={renderSignIn} />
  ) : areFlagsUnread ? (
    <FlagsBar outage={describeOutage(flags.error)} onRetry={() => void askFlags()} />
  ) : (
    <RelayErrorBar errors={errors.rows.values()} />
  )
  return (
    <Shell note={note} digestAreas={digestAreas} account={account} resourceActions={PaletteActions}>
      {page}
    </Shell>
  )
}
