import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#relay/database/database.ts'
import { topicsOfRelation } from '#relay/live/nudges.ts'

/** Which relations an event of the queue is about, by the first word of its name. */
const relationsByEvent = new Map<string, readonly string[]>([
  ['check', ['checks', 'check_statuses']],
  ['config', ['config_items', 'config_changes']],
  ['component', ['components']],
  ['incident', ['incidents']],
  ['playbook', ['playbooks', 'playbook_runs']],
  ['notification', ['notification_send_history']],
])
const firstWord = (text: string) => text.split(/[ .]/, 1)[0] ?? ''

/** The backend's own channels, and which relations a notice on each of them is about. */
const channels = new Map<string, (payload: string) => readonly string[]>([
  ['table_activity', (payload) => [firstWord(payload)]],
  ['playbook_run_updates', () => ['playbook_runs']],
  ['playbook_action_updates', () => ['playbook_run_actions']],
  ['playbook_updated', () => ['playbooks']],
  ['event_queue_updates', (payload) => relationsByEvent.get(firstWord(payload)) ?? []],
])

interface NoticesOptions {
  /** Tells every listener once with an empty payload when notices may have been missed. */
  readonly listen: Database['listen']
  /** Something may have changed in what these topics show; null: in any. */
  readonly onHint: (topics: readonly string[] | null) => void
  /** Listening could not begin; it is tried again. */
  readonly onTrouble: (error: unknown) => void
  readonly firstRetryMs?: number
}

const longestRetryMs = 30_000

/** Follows what a backend's database says about itself, and goes on trying while it cannot. Answers how to stop. */
export const followNotices = (options: NoticesOptions): (() => Promise<void>) => {
  const { listen, onHint, onTrouble, firstRetryMs = 1_000 } = options
  const ending = new AbortController()

  const noticed = (channel: string, payload: string) => {
    // Reconnecting is told on every channel, and only this one never says nothing by itself.
    if (payload === '' && channel === 'table_activity') onHint(null)
    else onHint([...new Set((channels.get(channel)?.(payload) ?? []).flatMap(topicsOfRelation))])
  }
  const begin = async (channel: string) => {
    for (let retryMs = firstRetryMs; !ending.signal.aborted; retryMs = Math.min(retryMs * 2, longestRetryMs)) {
      try {
        return [await listen(channel, (payload) => noticed(channel, payload))]
      } catch (error) {
        onTrouble(error)
        await wait(retryMs, undefined, { signal: ending.signal }).catch(() => undefined)
      }
    }
    return []
  }
  const follow = async () => {
    const stops: (() => Promise<void>)[] = []
    for (const channel of channels.keys()) stops.push(...(await begin(channel)))
    return stops
  }
  const following = follow()

  return async () => {
    ending.abort()
    for (const stop of await following) await stop()
  }
}
