import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { listRows } from '#client/api/data-api.ts'
import { ChangeDiff } from '#client/domain/catalog/change-diff.tsx'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { Button } from '#client/ui/button.tsx'

const diffSchema = z.object({ diff: z.string().nullish() })
const shownLines = 8

const diffQuery = (id: string) => ({
  // Changes are immutable: the key is outside the incident's, so it is read once.
  queryKey: ['evidence', incidentsKey[0], 'diff', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const query = { id: `eq.${id}`, select: 'diff' }
    return (await listRows('config_changes', { row: diffSchema, query, signal })).rows[0]?.diff ?? ''
  },
  staleTime: Infinity,
})

export function ChangeEvidence({ id, summary }: { readonly id: string; readonly summary: string | null }) {
  const { data: diff = '' } = useQuery(diffQuery(id))
  const [isWhole, setWhole] = useState(false)
  const lines = diff.split('\n')
  const [first] = lines.flatMap((line, at) => (line.startsWith('@@') ? [at] : []))
  const end = (first ?? 0) + 1 + shownLines
  const isCut = !isWhole && lines.length > end + 1
  return (
    <div className="change-evidence">
      {summary === null || summary === '' ? null : <p className="dim">{summary}</p>}
      {diff === '' ? null : <ChangeDiff diff={isCut ? lines.slice(0, end).join('\n') : diff} look="unified" />}
      {isCut ? (
        <Button look="minimal" small onClick={() => setWhole(true)}>
          Show all {lines.length - (first ?? 0)} lines
        </Button>
      ) : null}
    </div>
  )
}
