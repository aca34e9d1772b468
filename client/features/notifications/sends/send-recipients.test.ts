import { expect, test, vi } from 'vitest'
import { withRecipients } from './send-recipients.ts'

const none = { person_id: null, team_id: null, connection_id: null, payload: null }
const { signal } = new AbortController()

test('names person, team and connection, and asks only for those without a stored recipient', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(decodeURIComponent(url))
    if (url.includes('/people')) return Promise.resolve(Response.json([{ id: 'p-1', name: 'Ada Ops ' }]))
    if (url.includes('/teams')) return Promise.resolve(Response.json([{ id: 't-1', name: 'first responders' }]))
    return Promise.resolve(new Response('unauthorized. Access Denied', { status: 403 }))
  })
  const sends = await withRecipients(
    [
      { ...none, person_id: 'p-1' },
      { ...none, team_id: 't-1' },
      { ...none, connection_id: '0195c0de-0000-7000' },
      { ...none, person_id: 'p-2', payload: { recipient: 'ops@example.test' } },
      none,
    ],
    signal,
  )
  expect(sends.map(({ recipient }) => recipient)).toEqual([
    'Ada Ops',
    'first responders',
    'connection 0195c0de',
    'ops@example.test',
    null,
  ])
  expect(sent).toEqual([
    '/api/db/people?select=id,name&id=in.(p-1)',
    '/api/db/teams?select=id,name&id=in.(t-1)',
    '/api/db/connections_list?select=id,name&id=in.(0195c0de-0000-7000)',
  ])
})
