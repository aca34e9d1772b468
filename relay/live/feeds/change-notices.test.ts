import { expect, test, vi } from 'vitest'
import { createChangeIndex } from './change-index.ts'
import { followNotices } from './change-notices.ts'

const index = createChangeIndex([
  { name: 'checks', changedBy: { relations: ['canaries', 'checks', 'check_statuses'] } },
  { name: 'results', changedBy: { relations: ['check_statuses'] } },
  { name: 'playbooks', changedBy: { relations: ['playbooks'] } },
  { name: 'runs', changedBy: { relations: ['playbook_runs', 'playbook_run_actions'] } },
  { name: 'run', changedBy: { relations: ['playbook_runs', 'playbook_run_actions', 'playbook_approvals'] } },
])

const begin = async (failures = 0) => {
  const listeners = new Map<string, (payload: string) => void>()
  const hints: { topics: readonly string[] | null; ids?: readonly string[] | undefined }[] = []
  const errors: unknown[] = []
  let left = failures
  const stop = followNotices({
    listen: async (channel, onNotify) => {
      left -= 1
      if (left >= 0) throw new Error('refused')
      listeners.set(channel, onNotify)
      return async () => void listeners.delete(channel)
    },
    findTopics: index.ofRelations,
    onHint: (topics, { ids }) => hints.push({ topics, ids }),
    onError: (error) => errors.push(error),
    firstRetryMs: 1,
  })
  await vi.waitFor(() => expect(listeners.size).toBe(6))
  return {
    listeners,
    hints,
    errors,
    stop,
    notify: (channel: string, payload: string) => listeners.get(channel)?.(payload),
  }
}

const id = '0195c0de-0000-7000-8000-000000000001'
test.each([
  ['event_queue_updates', 'check.failed', { topics: ['checks', 'results'] }],
  ['event_queue_updates', 'playbook.approval.inserted', { topics: ['run', 'runs'] }],
  ['event_queue_updates', 'playbook.spec.approval.updated', { topics: ['playbooks'] }],
  ['table_activity', `canaries UPDATE ${id}`, { topics: ['checks'], ids: [id] }],
  ['table_activity', `playbook_run_actions ${id}`, { topics: ['runs', 'run'], ids: [id] }],
  ['playbook_action_updates', `{"id" : "${id}", "agent_id" : null}`, { topics: ['runs', 'run'], ids: [id] }],
  ['playbook_run_updates', '', { topics: ['runs', 'run'] }],
  ['playbook_updated', id, { topics: ['playbooks'] }],
  ['pgrst', 'reload schema', { topics: null }],
])('a notice on %s with payload %j hints at %j', async (channel, payload, hint) => {
  const { hints, notify, stop } = await begin()
  notify(channel, payload)
  expect(hints).toEqual([{ ids: undefined, ...hint }])
  await stop()
})

test.each([
  ['event_queue_updates', 'something.new'],
  ['table_activity', `scopes INSERT ${id}`],
])('a notice on %s with payload %j hints at no topic', async (channel, payload) => {
  const { hints, notify, stop } = await begin()
  notify(channel, payload)
  expect(hints).toEqual([])
  await stop()
})

test('sends one hint for all topics when notices may have been missed', async () => {
  const { listeners, hints, stop } = await begin()
  for (const listener of listeners.values()) listener('')
  expect(hints.filter(({ topics }) => topics === null)).toHaveLength(1)
  await stop()
})

test('retries an unreachable database, reports each failure and stops on request', async () => {
  const { listeners, errors, stop } = await begin(2)
  expect(errors).toEqual([new Error('refused'), new Error('refused')])
  await stop()
  expect(listeners.size).toBe(0)
})
