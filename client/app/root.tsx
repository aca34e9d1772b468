import { OverlaysProvider } from '@blueprintjs/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { NavigationContext } from '#client/features/shell/navigation.ts'
import { SlotsContext } from '#client/domain/slots/slot.tsx'
import type { LiveClient } from '#client/live/live-client.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { Toasts } from '#client/ui/feedback/toasts.tsx'
import { ConsoleStopped } from './console-stopped.tsx'
import type { SessionActor } from './create-session.ts'
import { Entrance } from './entrance.tsx'
import { navigation } from './navigation.ts'
import { PageBoundary } from './page-boundary.tsx'
import { SessionContext } from './session-context.ts'
import { slots } from './slots.tsx'

interface RootProps {
  readonly queryClient: QueryClient
  readonly live: LiveClient
  readonly session: SessionActor
}

const whenStopped = (error: Error) => <ConsoleStopped error={error} />

export function Root({ queryClient, live, session }: RootProps) {
  return (
    <StrictMode>
      <OverlaysProvider>
        <QueryClientProvider client={queryClient}>
          <LiveProvider client={live}>
            <PageBoundary fallback={whenStopped}>
              <SessionContext value={session}>
                <NavigationContext value={navigation}>
                  <SlotsContext value={slots}>
                    <Entrance />
                  </SlotsContext>
                </NavigationContext>
              </SessionContext>
            </PageBoundary>
            <Toasts />
          </LiveProvider>
        </QueryClientProvider>
      </OverlaysProvider>
    </StrictMode>
  )
}
