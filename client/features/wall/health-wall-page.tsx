import { useEffect, useMemo } from 'react'
import { healthChecks } from '#shared/health/health-topics.ts'
import { setDocumentTitle } from '#client/lib/browser/document-title.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { checkFilter } from './check-filter.ts'
import { HealthWall } from './health/health-wall.tsx'

const all = {}

export function HealthWallPage() {
  const topic = useTopic(healthChecks, all)
  const params = useQueryParams()
  const filter = useMemo(() => checkFilter(params), [params])
  useEffect(() => {
    setDocumentTitle('Health')
  }, [])
  return <HealthWall topic={topic} filter={filter} />
}
