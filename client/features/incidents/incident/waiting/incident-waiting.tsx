import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { CommentText } from '#client/features/incidents/incident/comments/comment-text.tsx'
import { SectionHead } from '#client/features/incidents/incident/section-head.tsx'
import { Age } from '#client/ui/age.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { AddUpdate } from './add-update.tsx'
import { StatusLinks } from './status-links.tsx'
import { statusUpdatesQuery } from './waiting-api.ts'
import './waiting.css'

interface IncidentWaitingProps {
  readonly id: string
  readonly known: number
  readonly onChange: () => void
}

export function IncidentWaiting({ id, known, onChange }: IncidentWaitingProps) {
  const { data, error, refetch } = useQuery(statusUpdatesQuery(id, known))
  const { reason } = useAllowed('write', 'incident')
  const [isWriting, setWriting] = useState(false)
  return (
    <section aria-label="Status updates">
      <SectionHead
        title="Status updates"
        action="Write update"
        isOpen={isWriting}
        disabled={reason !== undefined}
        disabledReason={reason}
        onToggle={setWriting}
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={2} label="Loading updates" />
        ) : null
      ) : (
        <>
          {isWriting ? (
            <AddUpdate id={id} impact={data.updates[0]?.impact ?? ''} missing={reason} onAdded={onChange} />
          ) : null}
          {data.updates.length === 0 ? (
            <p className="dim">No updates published yet. A status link shows only title, status and updates.</p>
          ) : (
            <ol className="waiting-updates" aria-label="Updates">
              {data.updates.map(({ id: updateId, at, by, text }) => (
                <li key={updateId}>
                  <span className="dim">
                    <Age at={at} />
                    {by === null ? '' : ` ${by}`}
                  </span>
                  <CommentText text={text} />
                </li>
              ))}
            </ol>
          )}
          <StatusLinks id={id} links={data.links} missing={reason} onChange={onChange} />
        </>
      )}
    </section>
  )
}
