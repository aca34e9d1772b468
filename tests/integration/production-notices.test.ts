import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createChangeIndex } from '#relay/live/feeds/change-index.ts'
import { followNotices } from '#relay/live/feeds/change-notices.ts'
import { boundTopics } from '#relay/testing/bound-topics.ts'
import { generations } from '#tests/fixtures/replay-backend.ts'

const noticesSchema = z.array(z.object({ channel: z.string(), payload: z.string() }))
const actionTopics = ['playbooks.runs', 'playbooks.run', 'playbooks.log']

/** Topics by channel and the constant part of the payload; null: any topic. */
const expected: Readonly<Record<string, readonly string[] | null>> = {
  'playbook_run_updates ': ['playbooks.runs', 'playbooks.run', 'attention.runs'],
  'playbook_action_updates {…}': actionTopics,
  'playbook_updated …': ['playbooks.playbooks'],
  'table_activity playbooks INSERT …': ['playbooks.playbooks'],
  'table_activity playbooks UPDATE …': ['playbooks.playbooks'],
  'table_activity playbooks DELETE …': ['playbooks.playbooks'],
  'table_activity permissions INSERT …': ['settings.permissions'],
  'table_activity permissions UPDATE …': ['settings.permissions'],
  'table_activity permissions DELETE …': ['settings.permissions'],
  'event_queue_updates playbook.approval.inserted': [
    'settings.eventQueue',
    'playbooks.run',
    'playbooks.runs',
    'attention.runs',
  ],
  'event_queue_updates check.failed': ['settings.eventQueue', 'health.checks', 'attention.checks', 'health.statuses'],
  'event_queue_updates check.passed': ['settings.eventQueue', 'health.checks', 'attention.checks', 'health.statuses'],
  'event_queue_updates config.changed': [
    'settings.eventQueue',
    'catalog.items',
    'catalog.relationships',
    'catalog.changes',
  ],
  'pgrst reload schema': null,
}
const parseKind = (payload: string) =>
  payload.startsWith('{') ? '{…}' : payload.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '…')

test.each(generations)('every notice of generation %s reaches its topics', async (generation) => {
  const file = new URL(`../fixtures/recorded/${generation}-notices.json`, import.meta.url)
  const notices = noticesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const listeners = new Map<string, (payload: string) => void>()
  let hinted: (readonly string[] | null)[] = []
  const stop = followNotices({
    listen: async (channel, onNotify) => {
      listeners.set(channel, onNotify)
      return async () => void listeners.delete(channel)
    },
    findTopics: createChangeIndex(boundTopics).ofRelations,
    onHint: (topics) => hinted.push(topics),
    onError: (error) => expect.unreachable(String(error)),
  })
  await expect.poll(() => notices.filter(({ channel }) => !listeners.has(channel))).toEqual([])
  const reached = notices.map(({ channel, payload }) => {
    hinted = []
    listeners.get(channel)?.(payload)
    return [`${channel} ${parseKind(payload)}`, hinted]
  })
  await stop()
  expect(reached).toEqual(
    reached.map(([kind]) => {
      const topics = expected[String(kind)]
      return [kind, topics?.length === 0 ? [] : [topics]]
    }),
  )
})
