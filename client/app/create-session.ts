import type { QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { createActor, fromPromise, type ActorRefFrom } from 'xstate'
import { flowPage } from '#shared/identity/flow-pages.ts'
import { sessionMachine } from '#machines/identity/session-machine.ts'
import { onToken } from '#client/api/auth-transport.ts'
import { loadSession } from '#client/api/session/load-session.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { onSessionChanged } from '#client/domain/identity/session-news.ts'
import { signInAddress } from '#client/domain/identity/sign-in-address.ts'
import type { LiveClient } from '#client/live/live-client.ts'

export type SessionActor = ActorRefFrom<typeof sessionMachine>

const here = () => `${window.location.pathname}${window.location.search}`

/** Sends no request before it is started: sign-in pages work without a session. */
export const createSession = (client: QueryClient, live: LiveClient): SessionActor => {
  const session = createActor(
    sessionMachine.provide({
      actors: { loadSession: fromPromise(() => loadSession(client, readAuthMode())) },
      actions: {
        signIn: () => navigate(signInAddress(readAuthMode(), window.location) ?? '/', { replace: true }),
        stepUp: () => navigate(flowPage('login', { aal: 'aal2', return_to: here() }), { replace: true }),
        startOver: () => window.location.reload(),
        resume: () => {
          if (live.state.get().state === 'unauthorised') live.connect()
        },
      },
    }),
  )
  live.state.subscribe(() => {
    if (live.state.get().state === 'unauthorised') session.send({ type: 'session.doubt' })
  })
  onToken(() => {
    if (session.getSnapshot().hasTag('expired')) session.send({ type: 'session.doubt' })
  })
  onSessionChanged(() => session.send({ type: 'session.doubt' }))
  return session
}
