import { useEffect, useMemo, useRef } from 'react'
import type { LogAbout, LogPart } from '#shared/playbooks/log-part.ts'
import { playbookLog } from '#shared/playbooks/playbook-topics.ts'
import type { TopicView } from '#client/live/topic-view.ts'
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

/** The log of one action: what is new comes by itself, and what is looked at besides is read by range. */
export const useActionLog = (actionId: string): ActionLog => {
  const lines = useMemo(
    () => createLogLines({ read: (from, count, signal) => readLogRange(actionId, from, count, signal) }),
    [actionId],
  )
  useEffect(() => () => lines.close(), [lines])
  const params = useMemo(() => ({ actionId }), [actionId])
  const topic = useTopic(playbookLog, params)
  const about = aboutIn(topic.rows)
  const taken = useRef(new WeakMap<LogLines, WeakSet<LogPart>>())
  useEffect(() => {
    const seen = taken.current.get(lines) ?? new WeakSet()
    taken.current.set(lines, seen)
    const fresh = [...topic.rows.values()].filter((row) => row.is === 'chunk' && !seen.has(row))
    for (const row of fresh) seen.add(row)
    const added = fresh.flatMap((row) => (row.is === 'chunk' ? row.lines : [])).sort(([a], [b]) => a - b)
    lines.absorb(added, aboutIn(topic.rows)?.total ?? 0)
  }, [lines, topic.rows])
  return { lines, topic, about }
}
