import { createServer } from 'node:http'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { healthStatuses } from '#shared/health/health-topics.ts'
import { standaloneAccess } from '#relay/access/standalone.ts'
import { noRecorder } from '#relay/live/feeds/feed-recorder.ts'
import { createLiveServer } from '#relay/live/delivery/live-server.ts'
import { bindTopic } from '#relay/live/feeds/topic-binding.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'

const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

test('a notice about one check requests only its results, one without a name requests all', async () => {
  const requested: string[] = []
  const server = createServer()
  const live = createLiveServer({
    server,
    topics: [
      bindTopic(
        { ...healthStatuses, pollEveryMs: 1_000_000 },
        {
          source: {
            load: async ({ checkId }) => {
              requested.push(checkId)
              return { body: '[]', observedAtMs: Date.now() }
            },
          },
        },
      ),
    ],
    access: standaloneAccess(['admin']),
    recorder: noRecorder,
    isAllowedOrigin: () => true,
    metrics: new Registry(),
    onPollError: () => undefined,
  })
  const port = await listen(server)
  const viewer = await connectRaw(`http://127.0.0.1:${port}`)
  onTestFinished(() => {
    viewer.close()
    live.stop()
    server.close()
  })
  const times = (checkId: string) => requested.filter((id) => id === checkId).length

  for (const checkId of [one, other]) await viewer.subscribe({ topic: 'health.statuses', params: { checkId } })
  await expect.poll(() => [times(one), times(other)]).toEqual([1, 1])
  for (const wanted of [2, 3, 4]) {
    live.hint(['health.statuses'], { ids: [one] })
    await expect.poll(() => times(one)).toBe(wanted)
  }
  expect(times(other)).toBe(1)
  live.hint(['health.statuses'])
  await expect.poll(() => [times(one), times(other)]).toEqual([5, 2])
})
