import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { WallForm } from '#client/features/wall/frame/wall-form.tsx'
import { WallCrash } from '#client/features/wall/frame/wall-stopped.tsx'
import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { homes, linkTo, redirects, routes } from '#client/lib/address/routes.ts'
import { Gated } from './gated.tsx'
import { LoadingContext } from './loaded-page.tsx'
import { LoadingPage } from './loading-page.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { pages } from './pages.tsx'

/** `window.location.search` is copied as is: the router's own reader would decode it. */
function LeadOn({ to, rest }: { readonly to: string; readonly rest: string | undefined }) {
  const search = useSearch()
  return <Redirect to={`${to.replace('*', rest ?? '')}${search}`} replace />
}

const loading = <LoadingPage />

function Home() {
  const isOn = useFeatures()
  const { decision, allowed } = useAllowed('read', 'topologies')
  if (!isOn('topology')) return <LeadOn to={routes.health} rest={undefined} />
  if (decision === null) return loading
  return <LeadOn to={allowed ? routes.topology : routes.health} rest={undefined} />
}

const onWallCrash = (error: Error) => <WallCrash error={error} />

export function Addresses({ onWall }: { readonly onWall: boolean }) {
  const [location] = useLocation()
  return (
    <PageBoundary key={location} fallback={onWall ? onWallCrash : undefined}>
      <LoadingContext value={loading}>
        <Suspense fallback={loading}>
          <Switch>
            {onWall ? (
              <Route path={routes.health}>
                <LeadOn to={routes.healthWall} rest={undefined} />
              </Route>
            ) : null}
            {onWall ? (
              <Route path={routes.topologyItem}>
                {({ id }: { readonly id: string }) => (
                  <LeadOn to={linkTo(routes.topologyCard, { id })} rest={undefined} />
                )}
              </Route>
            ) : null}
            {homes.map((path) => (
              <Route key={path} path={path} component={Home} />
            ))}
            {redirects.map(({ from, to }) => (
              <Route key={from} path={from}>
                {(params: Readonly<Record<string, string | undefined>>) => <LeadOn to={to} rest={params['*']} />}
              </Route>
            ))}
            {pages.map(({ path, page: RoutePage, gate, form }) => (
              <Route key={path} path={path}>
                {(params: Readonly<Record<string, string | undefined>>) => {
                  const page = onWall && form !== undefined ? <WallForm title={form} /> : <RoutePage params={params} />
                  return gate === undefined ? page : <Gated gate={gate}>{page}</Gated>
                }}
              </Route>
            ))}
            <Route>
              <NotFoundPage />
            </Route>
          </Switch>
        </Suspense>
      </LoadingContext>
    </PageBoundary>
  )
}
