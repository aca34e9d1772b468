import type { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { vi } from 'vitest'
import { createSession, type SessionActor } from '#client/app/create-session.ts'
import { createQueryClient } from '#client/app/query-client.ts'
import { Root } from '#client/app/root.tsx'
import { createStubLiveClient } from './fake-live-client.ts'

type Respond = (url: URL) => Response | Promise<Response>

const user = { id: '1', name: 'Mara Lindqvist', email: 'mara@northwind.example' }

export const whoamiResponse = (...roles: readonly string[]) =>
  Response.json({ message: 'success', payload: { user, roles, permissions: [] } })

const emptyTopic = {
  status: 'live',
  rows: new Map<string, never>(),
  observedAtMs: 0,
  staleSinceMs: null,
  reason: null,
  refresh: () => undefined,
} as const

interface FirstFrameProps {
  readonly onDrawn: () => void
}

function FirstFrame({ onDrawn }: FirstFrameProps) {
  useLayoutEffect(() => {
    onDrawn()
  }, [onDrawn])
  return null
}

export const renderConsole = (
  address: string,
  responses: Readonly<Record<string, Respond>> = {},
  onFirstFrame: (queryClient: QueryClient) => void = () => undefined,
) => {
  window.history.replaceState(null, '', address)
  const known = new Map<string, Respond>([
    ['/api/auth/whoami', () => whoamiResponse('admin')],
    ...Object.entries(responses),
  ])
  vi.stubGlobal('fetch', async (url: string) => {
    const asked = new URL(url, window.location.origin)
    const respond = known.get(asked.pathname)
    return respond === undefined ? Response.json([]) : respond(asked)
  })
  const live = createStubLiveClient(() => ({ get: () => emptyTopic, subscribe: () => () => undefined }))
  const queryClient = createQueryClient(() => session.send({ type: 'session.doubt' }))
  const session: SessionActor = createSession(queryClient, live)
  render(
    <>
      <Root queryClient={queryClient} live={live} session={session} />
      <FirstFrame onDrawn={() => onFirstFrame(queryClient)} />
    </>,
  )
  return { respond: (path: string, next: Respond) => void known.set(path, next) }
}
