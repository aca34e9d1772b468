import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { silenceTable } from '#shared/notifications/notification-topics.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { silencedNowKey, useCanReadSilences } from './silenced-now.ts'
import { resourceSilencesKey } from './resource-silences.ts'

const askAgainMs = 60_000

function Following() {
  const client = useQueryClient()
  useTableChanges(silenceTable, resourceSilencesKey)
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: silencedNowKey }), askAgainMs)
    return () => clearInterval(timer)
  }, [client])
  return null
}

export const SilencedRows = () => (useCanReadSilences() ? <Following /> : null)
