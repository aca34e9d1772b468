import { OverlaysProvider } from '@blueprintjs/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { LiveClient } from '#client/live/live-client.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { Toasts } from '#client/ui/toasts.tsx'
import { Console } from './console.tsx'

interface RootProps {
  readonly queryClient: QueryClient
  readonly live: LiveClient
}

/** Everything that pages find around them. */
export function Root({ queryClient, live }: RootProps) {
  return (
    <StrictMode>
      <OverlaysProvider>
        <QueryClientProvider client={queryClient}>
          <LiveProvider client={live}>
            <Console />
            <Toasts />
          </LiveProvider>
        </QueryClientProvider>
      </OverlaysProvider>
    </StrictMode>
  )
}
