import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useRoute, useRouter } from 'wouter'
import { propertiesQuery } from '#client/api/session/feature-flags.ts'
import { whoamiQuery } from '#client/api/session/whoami.ts'
import { ErrorPage } from '#client/features/shell/error-page.tsx'
import { SessionFailedPage } from '#client/features/shell/session-failed-page.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { routes } from '#client/lib/routes.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/callout.tsx'
import { Page } from '#client/ui/page.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { Addresses } from './addresses.tsx'
import { digestAreas } from './digest-areas.ts'
import { preloadPage } from './preload-page.ts'

/** The first page's code comes while the flags do. */
const usePreload = () => {
  const { parser } = useRouter()
  const [location] = useLocation()
  const first = useRef(location)
  useEffect(() => preloadPage(parser, first.current), [parser])
}

/**
 * The console for whoever is asking: pages are drawn once the feature flags are known, the topology card at once
 * (ledger SHELL-05, SHELL-06). Flags that cannot be read count as none, and the page says so.
 */
export function Console() {
  usePreload()
  const whoami = useQuery(whoamiQuery)
  const flags = useQuery(propertiesQuery)
  const [isCard] = useRoute(routes.topologyCard)
  const [isError] = useRoute(routes.error)
  if (isError) return <ErrorPage />
  const refusal = whoami.error ?? whoami.failureReason
  if (whoami.data === undefined && refusal)
    return <SessionFailedPage error={refusal} onRetry={() => void whoami.refetch({ cancelRefetch: true })} />
  const flagsNote =
    flags.data === undefined && flags.error ? (
      <Callout
        tone="warn"
        bar
        title="Feature flags could not be read."
        actions={
          <Button small onClick={() => void flags.refetch()}>
            Retry now
          </Button>
        }
      >
        Every area is shown, those that are switched off too.
      </Callout>
    ) : null
  return (
    <Shell note={flagsNote} digestAreas={digestAreas}>
      {flags.isPending && !isCard ? (
        <Page title="">
          <SkeletonRows />
        </Page>
      ) : (
        <Addresses />
      )}
    </Shell>
  )
}
