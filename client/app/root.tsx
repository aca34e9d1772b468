import { OverlaysProvider } from '@blueprintjs/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { LiveClient } from '#client/live/live-client.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { Toasts } from '#client/ui/toasts.tsx'
import { Console } from './console.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { ConsoleStopped } from './console-stopped.tsx'

interface RootProps {
  readonly queryClient: QueryClient
  readonly live: LiveClient
}

const whenStopped = (error: Error) => <ConsoleStopped error={error} />

/** Everything that pages find around them. */
export function Root({ queryClient, live }: RootProps) {
  return (
    <StrictMode>
      <OverlaysProvider>
        <QueryClientProvider client={queryClient}>
          <LiveProvider client={live}>
            <PageBoundary fallback={whenStopped}>
              <Console />
            </PageBoundary>
            <Toasts />
          </LiveProvider>
        </QueryClientProvider>
      </OverlaysProvider>
    </StrictMode>
  )
}
