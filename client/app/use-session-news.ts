import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { featureFlags } from '#shared/settings/flags-topic.ts'
import { sessionTopic } from '#shared/access/session-topic.ts'
import { propertiesQuery } from '#client/api/session/feature-flags.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { useSessionActor } from './session-context.ts'

const noParams = {}

/** The first rows are the baseline and do not count as a change. */
const useNews = <Row>({ status, rows }: TopicView<Row>, onNews: () => void) => {
  const known = useRef<TopicView<Row>['rows'] | null>(null)
  useEffect(() => {
    if (status !== 'live' || rows === known.current) return
    const isNews = known.current !== null
    known.current = rows
    if (isNews) onNews()
  }, [status, rows, onNews])
}

export const useSessionNews = (): void => {
  const session = useSessionActor()
  const client = useQueryClient()
  useNews(useTopic(sessionTopic, noParams), () => session.send({ type: 'session.doubt' }))
  useNews(useTopic(featureFlags, noParams), () => void client.invalidateQueries({ queryKey: propertiesQuery.queryKey }))
}
