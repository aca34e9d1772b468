import { Link } from 'wouter'
import type { SilencePreview as Preview } from '#shared/notifications/silence-route.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { stateFromStatus } from '#client/ui/state-from-status.ts'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { SmallTable, type SmallColumn } from '#client/ui/table/small-table.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { findResourceHref } from '#client/features/notifications/find-resource-href.ts'

interface Named {
  readonly kind: string
  readonly id: string
  readonly name: string
}

function ResourceLink({ resource: { kind, id, name } }: { readonly resource: Named }) {
  const href = findResourceHref(kind, id)
  return href === null ? (
    <span className="cut">{name}</span>
  ) : (
    <Link className="link cut" href={href}>
      {name}
    </Link>
  )
}

const joinNames = (rules: readonly { readonly name: string }[]) => rules.map(({ name }) => name).join(', ')

function MutedNow({ resources }: { readonly resources: Preview['muted_now'] }) {
  return (
    <section aria-label="Silenced now">
      <h3>
        Silenced now <span className="dim">{resources.length}</span>
      </h3>
      {resources.length === 0 ? <p className="dim">All covered resources are healthy.</p> : null}
      <ul className="preview-resources">
        {resources.map((resource) => (
          <li key={resource.id}>
            <StateMark state={stateFromStatus(resource.health)} label={resource.health} />
            <ResourceLink resource={resource} />
            <span className="faint">{resource.kind}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Suppressed = Preview['would_have_muted'][number]
const columns: readonly SmallColumn<Suppressed>[] = [
  {
    id: 'resource',
    title: 'Resource',
    text: ({ resource }) => resource.name,
    cell: ({ resource }) => <ResourceLink resource={resource} />,
  },
  {
    id: 'event',
    title: 'Event',
    className: 'preview-word',
    text: ({ event }) => event,
    cell: ({ event }) => <span className="mono">{event}</span>,
  },
  {
    id: 'rules',
    title: 'Rules',
    text: ({ rules }) => joinNames(rules),
    cell: ({ rules }) => <span className="dim">{joinNames(rules)}</span>,
  },
  { id: 'sends', title: 'Sends', align: 'end', className: 'tabular', text: ({ messages }) => messages },
  { id: 'last', title: 'Last', align: 'end', text: ({ last }) => last, cell: ({ last }) => <Moment at={last} /> },
]
const texts = textColumns(columns)
const getKey = ({ resource, event }: Suppressed) => `${resource.id} ${event}`

function AtEnd({ rows }: { readonly rows: Preview['fires_at_end'] }) {
  return rows.length === 0 ? null : (
    <Callout
      tone="warn"
      title={`${rows.length === 1 ? 'One resource' : `${rows.length} resources`} will be reported when the silence ends`}
    >
      Unless healthy by then:{' '}
      {rows.map(({ resource, event, rules }, index) => (
        <span key={`${resource.id} ${event}`}>
          {index === 0 ? '' : ', '}
          <ResourceLink resource={resource} /> <span className="dim">({joinNames(rules)})</span>
        </span>
      ))}
    </Callout>
  )
}

interface SilencePreviewProps {
  readonly preview: Preview | null
  readonly isLooking: boolean
  readonly error: unknown
  readonly onRetry: () => void
}

export function SilencePreview({ preview, isLooking, error, onRetry }: SilencePreviewProps) {
  if (error !== null)
    return (
      <aside className="silence-preview">
        <ErrorPanel error={error} detailsHidden onRetry={onRetry} />
      </aside>
    )
  if (preview === null)
    return isLooking ? (
      <aside className="silence-preview">
        <SkeletonRows label="Loading the last 7 days" rows={6} />
      </aside>
    ) : null
  const { messages, muted_now: now, would_have_muted: before, fires_at_end: atEnd, is_cut: isCut } = preview
  return (
    <aside className="silence-preview" aria-label="Silence preview" aria-busy={isLooking}>
      <h2 className="preview-head">
        <span>
          Would have silenced {formatCount(messages.muted)} of {formatCount(messages.all)} sends of the last 7 days
        </span>
        {before.length === 0 ? null : <ListTools table="silenced" texts={texts} pages={wholeList(before)} />}
      </h2>
      {isCut ? <p className="dim">Only the first results are shown.</p> : null}
      <AtEnd rows={atEnd} />
      {before.length === 0 ? null : (
        <SmallTable
          className="preview-table"
          label="Would have been silenced"
          columns={columns}
          rows={before}
          getKey={getKey}
        />
      )}
      <MutedNow resources={now} />
    </aside>
  )
}
