import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { flowPage } from '#shared/identity/flow-pages.ts'
import { ErrorPage } from '#client/features/shell/error-page.tsx'
import type { AccountTools } from '#client/features/shell/account-tools.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { isSigningOut } from '#client/domain/identity/pending-sign-out.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { findWallParam } from '#client/lib/address/wall-address.ts'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import type { RenderSignIn } from './console-bars.tsx'
import { Console } from './console.tsx'
import { entryPages } from './entry-pages.ts'
import { loaded, LoadingContext } from './loaded-page.tsx'

const FlowErrorPage = loaded<{ readonly id: string }>(
  async () => (await import('#client/features/identity/flow-error-page.tsx')).FlowErrorPage,
)

const StatusPage = loaded<object>(
  async () => (await import('#client/features/incidents/status-page/status-page.tsx')).StatusPage,
)

const PlainWall = loaded<{ readonly encodedSettings: string; readonly children: React.ReactNode }>(
  async () => (await import('#client/features/wall/frame/plain-wall.tsx')).PlainWall,
)

/** Our own error code takes precedence over a stored error of the identity service. */
function Failure() {
  const query = useQueryParams()
  const id = query.get('id')
  return id === null || query.has('error_code') ? <ErrorPage /> : <FlowErrorPage id={id} />
}

const loading = (
  <PlainPage title="Quarterdeck" heading="">
    <SkeletonRows rows={3} />
  </PlainPage>
)

const HostedFrame = loaded<{
  readonly children: (account: AccountTools, renderSignIn: RenderSignIn) => React.ReactNode
}>(async () => (await import('#client/features/identity/hosted/hosted-frame.tsx')).HostedFrame)

export function Entrance() {
  const mode = readAuthMode()
  const [location] = useLocation()
  const search = useSearch()
  const wall = findWallParam(location, search)
  if (mode === 'identity' && location !== routes.logout && isSigningOut()) {
    const here = entryPages.some(({ path }) => path === location) ? undefined : `${location}${search}`
    return <Redirect to={flowPage('logout', { return_to: here })} replace />
  }
  return (
    <LoadingContext value={loading}>
      <Suspense fallback={loading}>
        <Switch>
          <Route path={routes.error}>
            <Failure />
          </Route>
          <Route path={routes.statusPage}>
            {wall === null ? (
              <StatusPage />
            ) : (
              <PlainWall encodedSettings={wall}>
                <StatusPage />
              </PlainWall>
            )}
          </Route>
          {mode === 'hosted' ? (
            <Route>
              <HostedFrame>
                {(account, renderSignIn) => <Console account={account} renderSignIn={renderSignIn} />}
              </HostedFrame>
            </Route>
          ) : null}
          {entryPages.map(({ path, page: EntryPage }) => (
            <Route key={path} path={path}>
              {mode === 'identity' ? <EntryPage /> : <Redirect to={routes.home} replace />}
            </Route>
          ))}
          <Route>
            <Console />
          </Route>
        </Switch>
      </Suspense>
    </LoadingContext>
  )
}
