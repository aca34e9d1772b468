import { expect, test } from 'vitest'
import { playbookRuns } from '#shared/playbooks/playbook-topics.ts'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { readTopic } from './read-topic.ts'

const page = { offset: 0, limit: 50 }
const row = { kind: 'totals', all: 0, running: 0, waiting: 0, failed: 0 } as never

const read = () => {
  const stop = new AbortController()
  const { client, show, watched } = createFakeLiveClient()
  return { rows: readTopic(client, playbookRuns, page, stop.signal), show, watched, stop }
}

test('resolves with the rows once live, and stops watching the topic', async () => {
  const { rows, show, watched } = read()
  expect(watched.size).toBe(1)
  show({ status: 'live', rows: new Map([['totals', row]]) })
  expect(await rows).toEqual([row])
  expect(watched.size).toBe(0)
})

test('rejects stale rows with the reason', async () => {
  const { rows, show, watched } = read()
  show({ status: 'stale', rows: new Map([['totals', row]]), reason: 'The backend does not answer.' })
  await expect(rows).rejects.toThrow('The backend does not answer.')
  expect(watched.size).toBe(0)
})

test('stops when its signal aborts', async () => {
  const { rows, stop, watched } = read()
  stop.abort(new Error('stopped'))
  await expect(rows).rejects.toThrow('stopped')
  expect(watched.size).toBe(0)
})
