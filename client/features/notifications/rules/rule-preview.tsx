import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { rulePreviewRoute, type RulePreview as Preview } from '#shared/notifications/rule-preview-route.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { shortenLink, splitLinks } from '#client/lib/text/split-links.ts'
import { useAfterPause } from '#client/lib/time/use-after-pause.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { SmallTable, type SmallColumn } from '#client/ui/table/small-table.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { FailingNow, type FirstMessages } from './failing-now.tsx'
import { meantPath } from './meant-path.ts'
import { rulePreviewQuery, type PreviewedRule } from './rules-api.ts'

const outcomeLabels: Readonly<Record<Preview['events'][number]['would_be'], string>> = {
  sent: 'sent',
  grouped: 'grouped',
  waits: 'sent if it lasts',
  repeat: 'repeats too soon',
  silenced: 'silenced',
  'left out': 'filtered out',
}

type PreviewedEvent = Preview['events'][number]
const columns: readonly SmallColumn<PreviewedEvent>[] = [
  { id: 'resource', title: 'Resource', text: ({ resource }) => resource.name },
  {
    id: 'event',
    title: 'Event',
    className: 'preview-word',
    text: ({ event }) => event,
    cell: ({ event }) => <span className="mono">{event}</span>,
  },
  {
    id: 'outcome',
    title: 'Outcome',
    className: 'preview-word',
    text: ({ would_be: outcome }) => outcomeLabels[outcome],
    cell: ({ would_be: outcome }) => (
      <span className={outcome === 'sent' || outcome === 'waits' ? undefined : 'dim'}>{outcomeLabels[outcome]}</span>
    ),
  },
  { id: 'at', title: 'Time', align: 'end', text: ({ at }) => at, cell: ({ at }) => <Moment at={at} /> },
]
const texts = textColumns(columns)
const getKey = ({ event, resource, at }: PreviewedEvent) => `${event} ${resource.id} ${at}`

function Linked({ text }: { readonly text: string }) {
  return splitLinks(text).map((part, i) =>
    part.href === undefined ? (
      part.text
    ) : (
      // oxlint-disable-next-line no-array-index-key -- parts have no identity but their place in the text
      <a key={i} className="link in-text" href={part.href} title={part.href} target="_blank" rel="noopener noreferrer">
        {shortenLink(part.href)}
      </a>
    ),
  )
}

function Sample({ sample }: { readonly sample: NonNullable<Preview['sample']> }) {
  return (
    <section aria-label="Message">
      <h3>
        Preview{' '}
        <span className="dim">
          with {sample.event} of {sample.name}, <Moment at={sample.at} />
        </span>
      </h3>
      <article className="rule-sample">
        <h4>{sample.title}</h4>
        <pre>
          <Linked text={sample.message} />
        </pre>
      </article>
      <details>
        <summary>Filter input</summary>
        <dl className="rule-values mono">
          {sample.values.map(({ path, value }) => (
            <div key={path}>
              <dt>{path}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

const formatCounts = ({ counts, is_cut: isCut }: Preview): string => {
  const { sent, grouped, waits, repeat, silenced, 'left out': leftOut } = counts
  const sentCount = sent + waits
  const others = [
    ...(waits > 0 ? [`${waits} of them only if the state lasted`] : []),
    ...(grouped > 0 ? [`${grouped} more in the same messages`] : []),
    ...(repeat > 0 ? [`${repeat} within the repeat interval`] : []),
    ...(silenced > 0 ? [`${silenced} silenced`] : []),
    ...(leftOut > 0 ? [`${leftOut} excluded by the filter`] : []),
  ]
  const all = `${formatCount(sentCount, 'message')} in the last 7 days`
  return `${[all, ...others].join(', ')}.${isCut ? ' Only the latest events were evaluated.' : ''}`
}

function Events({ preview }: { readonly preview: Preview }) {
  if (preview.events.length === 0) return <p className="dim">No matching events in the last 7 days.</p>
  return (
    <section aria-label="Events of the last 7 days">
      <h3 className="preview-head">
        <span>Events of the last 7 days</span>
        <ListTools table="rule-preview" texts={texts} pages={wholeList(preview.events)} />
      </h3>
      <p>{formatCounts(preview)}</p>
      <SmallTable
        className="preview-table"
        label="Outcome of this rule by event"
        columns={columns}
        rows={preview.events}
        getKey={getKey}
      />
    </section>
  )
}

interface PreviewErrorsProps {
  readonly preview: Preview
  readonly filter: string
  readonly onFilter: ((filter: string) => void) | undefined
}

function PreviewErrors({ preview: { problems: errors, sample }, filter, onFilter }: PreviewErrorsProps) {
  const paths = sample?.values.map(({ path }) => path) ?? []
  return errors.map((error) => {
    const meant = error.startsWith('filter:') ? meantPath(filter, paths) : null
    const canCorrect = meant !== null && onFilter !== undefined
    return (
      <Callout
        key={error}
        tone="bad"
        title={error}
        actions={
          canCorrect ? (
            <Button small onClick={() => onFilter(meant.filter)}>
              Use {meant.meant}
            </Button>
          ) : undefined
        }
      >
        {meant === null ? null : `Unknown field ${meant.written}. Did you mean ${meant.meant}?`}
      </Callout>
    )
  })
}

interface RulePreviewProps {
  readonly rule: PreviewedRule
  /** Null for a new rule. */
  readonly savedId: string | null
  readonly first: FirstMessages
  readonly onFilter: ((filter: string) => void) | undefined
}

export function RulePreview({ rule, savedId, first, onFilter }: RulePreviewProps) {
  const text = useAfterPause(JSON.stringify(rule), 400)
  const settled = useMemo(() => rulePreviewRoute.body.parse(JSON.parse(text)), [text])
  const { data, error, isPending, refetch } = useQuery(rulePreviewQuery(settled))
  return (
    <aside className="rule-preview" aria-label="Preview of the last 7 days">
      {error === null ? null : <ErrorPanel error={error} detailsHidden onRetry={() => void refetch()} />}
      {isPending && error === null ? <SkeletonRows label="Loading preview" rows={6} /> : null}
      {data === null ? <p className="dim">This backend does not support rule previews.</p> : null}
      {data ? (
        <>
          <PreviewErrors preview={data} filter={settled.filter ?? ''} onFilter={onFilter} />
          <FailingNow failing={data.failing_now} savedId={savedId} first={first} />
          {data.sample === null ? null : <Sample sample={data.sample} />}
          <Events preview={data} />
        </>
      ) : null}
    </aside>
  )
}
