import { useQuery } from '@tanstack/react-query'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { Age } from '#client/ui/age.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { AddText } from './add-text.tsx'
import { CommentText } from './comments/comment-text.tsx'
import { writeMentions } from './comments/mentions.ts'
import { useMentionable } from './comments/use-mentionable.ts'
import { commentDraft } from './drafts.ts'
import { addComment, commentsQuery, historyQuery } from './incident-api.ts'
import { timelineOf } from './timeline.ts'

/** What happened and what was said, the newest first, with a box to say more (ledger INC-05, INC-15). */
export function IncidentTimeline({ id, onChange }: { readonly id: string; readonly onChange: () => void }) {
  const comments = useQuery(commentsQuery(id))
  const history = useQuery(historyQuery(id))
  const by = useSession()?.user.id ?? ''
  const { allowed, reason } = useAllowed('write', 'comments')
  const mentionable = useMentionable(allowed)
  const error = comments.error ?? history.error
  const isThere = comments.data !== undefined && history.data !== undefined
  const lines = isThere ? timelineOf(history.data.rows, comments.data.rows) : []
  const total = (comments.data?.total ?? 0) + (history.data?.total ?? 0)
  const read = (comments.data?.rows.length ?? 0) + (history.data?.rows.length ?? 0)
  return (
    <section className="incident-timeline" aria-label="Timeline">
      <h3>Timeline</h3>
      <AddText
        draft={commentDraft(id)}
        label="Comment"
        placeholder="Comment, @ names a person"
        action="Comment"
        most={20_000}
        mentions={mentionable}
        missing={reason}
        save={(comment) => addComment(id, writeMentions(comment, mentionable), by)}
        onSaved={onChange}
      />
      {error === null ? null : (
        <ErrorPanel error={error} onRetry={() => void Promise.all([comments.refetch(), history.refetch()])} />
      )}
      {isThere || error !== null ? null : <SkeletonRows rows={4} label="Loading timeline" />}
      <ol>
        {lines.map(({ id: lineId, at, who, what, said }) => (
          <li key={lineId}>
            <span className="dim">
              <Age at={at} />
            </span>
            <div>
              {who === null ? null : <b>{who} </b>}
              {said === null ? (
                what
              ) : (
                <div className="incident-said">
                  <CommentText text={said} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
      {total > read ? <p className="dim">{(total - read).toLocaleString('en')} older lines are not shown.</p> : null}
    </section>
  )
}
