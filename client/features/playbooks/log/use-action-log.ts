import { useEffect, useMemo } from 'react'
import type { LogAbout, LogPart } from '#shared/playbooks/log-part.ts'
import { playbookLog } from '#shared/playbooks/playbook-topics.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { readLogRange } from './log-api.ts'
import { createLogLines, type LogLines } from './log-lines.ts'

interface ActionLog {
  readonly lines: LogLines
  readonly topic: TopicView<LogPart>
  readonly about: LogAbout | null
}

const aboutIn = (rows: ReadonlyMap<string, LogPart>): LogAbout | null => {
  const row = rows.get('about')
  return row?.is === 'about' ? row : null
}

/**
 * The log of one action: what is new comes by itself, and what is looked at besides is read by range. Lines are taken over as
 * the topic tells of them, so that a chunk costs one drawing and not two.
 */
export const useActionLog = (actionId: string): ActionLog => {
  const lines = useMemo(
    () => createLogLines({ read: (from, count, signal) => readLogRange(actionId, from, count, signal) }),
    [actionId],
  )
  useEffect(() => () => lines.close(), [lines])
  const params = useMemo(() => ({ actionId }), [actionId])
  const view = useLiveClient().topic(playbookLog, params)
  useEffect(() => {
    const seen = new WeakSet<LogPart>()
    const take = () => {
      const { rows } = view.get()
      const fresh = [...rows.values()].filter((row) => row.is === 'chunk' && !seen.has(row))
      for (const row of fresh) seen.add(row)
      const added = fresh.flatMap((row) => (row.is === 'chunk' ? row.lines : [])).sort(([a], [b]) => a - b)
      lines.absorb(added, aboutIn(rows)?.total ?? 0)
    }
    take()
    return view.subscribe(take)
  }, [lines, view])
  const topic = useTopic(playbookLog, params)
  return { lines, topic, about: aboutIn(topic.rows) }
}
