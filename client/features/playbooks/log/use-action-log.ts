import { useEffect, useMemo } from 'react'
import type { LogAbout, LogPart } from '#shared/playbooks/log-part.ts'
import { playbookLog } from '#shared/playbooks/playbook-topics.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { readLogRange } from './log-api.ts'
import { createLogLines, type LogLines } from './log-lines.ts'
import { createStreamLines, type StreamLines } from './stream-lines.ts'

export interface ActionLog {
  readonly lines: LogLines
  readonly streams: Readonly<Record<1 | 2, StreamLines>>
  readonly topic: TopicView<LogPart>
  readonly about: LogAbout | null
}

const aboutIn = (rows: ReadonlyMap<string, LogPart>): LogAbout | null => {
  const row = rows.get('about')
  return row?.kind === 'about' ? row : null
}

/** Lines are absorbed in the topic's own notification, so that a chunk causes one render and not two. */
export const useActionLog = (actionId: string): ActionLog => {
  const lines = useMemo(
    () => createLogLines({ read: (from, count, signal) => readLogRange(actionId, from, count, signal) }),
    [actionId],
  )
  useEffect(() => () => lines.close(), [lines])
  // oxlint-disable-next-line react/exhaustive-deps -- of each action its own
  const streams = useMemo(() => ({ 1: createStreamLines(1), 2: createStreamLines(2) }), [actionId])
  const params = useMemo(() => ({ actionId }), [actionId])
  const view = useLiveClient().topic(playbookLog, params)
  useEffect(() => {
    const seen = new WeakSet<LogPart>()
    const receive = () => {
      const { rows } = view.get()
      const fresh = [...rows.values()].filter((row) => row.kind === 'chunk' && !seen.has(row))
      for (const row of fresh) seen.add(row)
      const added = fresh.flatMap((row) => (row.kind === 'chunk' ? row.lines : [])).sort(([a], [b]) => a - b)
      const about = aboutIn(rows)
      const openLines = about?.openLines ?? []
      lines.absorb(added, about?.total ?? 0, openLines)
      streams[1].add(added, openLines)
      streams[2].add(added, openLines)
    }
    receive()
    return view.subscribe(receive)
  }, [lines, streams, view])
  const topic = useTopic(playbookLog, params)
  return { lines, streams, topic, about: aboutIn(topic.rows) }
}
