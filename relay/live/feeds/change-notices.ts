import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#relay/database/database.ts'
import type { ChangeIndex } from './change-index.ts'

interface Notice {
  readonly relations: readonly string[]
  readonly ids?: readonly string[]
}

const relationsByEvent = new Map<string, readonly string[]>([
  ['check', ['checks', 'check_statuses']],
  ['config', ['config_items', 'config_changes']],
  ['component', ['components']],
  ['incident', ['incidents']],
  ['playbook.run', ['playbook_runs']],
  ['playbook.approval', ['playbook_approvals', 'playbook_runs']],
  ['playbook.spec', ['playbooks']],
  ['notification', ['notification_send_history']],
])
const eventNotice = (name: string): Notice => {
  const [first = '', second = ''] = name.split('.', 2)
  const about = relationsByEvent.get(`${first}.${second}`) ?? relationsByEvent.get(first) ?? []
  return { relations: ['event_queue', ...about] }
}

/** `table OPERATION id`, with a second id for a composite key, or `table id` for actions that ended at an agent. */
const tableNotice = (payload: string): Notice => {
  const [table = '', ...parts] = payload.split(' ')
  return { relations: [table], ids: parts.filter((part) => !/^[A-Z]+$/.test(part)) }
}

const actionNotice = (payload: string): Notice => {
  const id = /"id"\s*:\s*"([^"]+)"/.exec(payload)?.[1]
  return { relations: ['playbook_run_actions'], ...(id !== undefined && { ids: [id] }) }
}

const channels = new Map<string, (payload: string) => Notice | null>([
  ['table_activity', tableNotice],
  ['playbook_run_updates', () => ({ relations: ['playbook_runs'] })],
  ['playbook_action_updates', actionNotice],
  ['playbook_updated', () => ({ relations: ['playbooks'] })],
  ['event_queue_updates', eventNotice],
  ['pgrst', () => null],
])

interface NoticesOptions {
  readonly listen: Database['listen']
  readonly findTopics: ChangeIndex['ofRelations']
  readonly onHint: (topics: readonly string[] | null, about: { readonly ids?: readonly string[] }) => void
  readonly onError: (error: unknown) => void
  readonly firstRetryMs?: number
}

const longestRetryMs = 30_000

export const followNotices = (options: NoticesOptions): (() => Promise<void>) => {
  const { listen, findTopics, onHint, onError, firstRetryMs = 1_000 } = options
  const ending = new AbortController()

  const noticed = (channel: string, read: (payload: string) => Notice | null, payload: string) => {
    // A reconnect sends an empty payload on every channel; the run channel also sends empty payloads otherwise.
    const isReconnect = payload === '' && channel !== 'playbook_run_updates'
    if (isReconnect && channel !== 'table_activity') return
    const notice = isReconnect ? null : read(payload)
    if (notice === null) return onHint(null, {})
    const { relations, ...about } = notice
    const topics = findTopics(relations)
    if (topics.length > 0) onHint(topics, about)
  }
  const begin = async (channel: string, read: (payload: string) => Notice | null) => {
    for (let retryMs = firstRetryMs; !ending.signal.aborted; retryMs = Math.min(retryMs * 2, longestRetryMs)) {
      try {
        return [await listen(channel, (payload) => noticed(channel, read, payload))]
      } catch (error) {
        onError(error)
        await wait(retryMs, undefined, { signal: ending.signal }).catch(() => undefined)
      }
    }
    return []
  }
  const follow = async () => {
    const stops: (() => Promise<void>)[] = []
    for (const [channel, read] of channels) stops.push(...(await begin(channel, read)))
    return stops
  }
  const following = follow()

  return async () => {
    ending.abort()
    for (const stop of await following) await stop()
  }
}
