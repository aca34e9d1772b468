import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { redirects } from '#client/lib/routes.ts'
import { Page } from '#client/ui/page.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { Gated } from './gated.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { pages } from './pages.tsx'

function LeadOn({ to, rest }: { readonly to: string; readonly rest: string | undefined }) {
  const search = useSearch()
  return <Redirect to={`${to.replace('*', rest ?? '')}${search === '' ? '' : `?${search}`}`} replace />
}

const loading = (
  <Page title="">
    <SkeletonRows />
  </Page>
)

/** The page that belongs to the address. A page that stops is tried again once the address is another. */
export function Addresses() {
  const [location] = useLocation()
  return (
    <PageBoundary key={location}>
      <Suspense fallback={loading}>
        <Switch>
          {redirects.map(({ from, to }) => (
            <Route key={from} path={from}>
              {(params: Readonly<Record<string, string | undefined>>) => <LeadOn to={to} rest={params['*']} />}
            </Route>
          ))}
          {pages.map(({ path, page: PageOfPath, gate }) => (
            <Route key={path} path={path}>
              {(params: Readonly<Record<string, string | undefined>>) => {
                const page = <PageOfPath params={params} />
                return gate === undefined ? page : <Gated gate={gate}>{page}</Gated>
              }}
            </Route>
          ))}
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  )
}
