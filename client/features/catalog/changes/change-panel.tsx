import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Slot } from '#client/domain/slots/slot.tsx'
import { useDiffLook } from '#client/features/catalog/use-diff-look.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { comparedHref, formerHref } from '#client/features/catalog/moments/moment-links.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { Age } from '#client/ui/age.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { SidePanel } from '#client/ui/layout/side-panel.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { ChangeDiff } from '#client/domain/catalog/change-diff.tsx'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { changeQuery, followedQuery, type WholeChange } from './changes-api.ts'

const hasContent = (value: unknown): boolean => value !== null && value !== undefined && value !== '' && value !== '{}'

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

const listParts = ({ diff, patches, details }: WholeChange) => [
  ...(hasContent(diff) ? [{ id: 'diff', label: 'Diff' }] : []),
  ...(hasContent(patches) ? [{ id: 'patches', label: 'Patches' }] : []),
  ...(hasContent(details) ? [{ id: 'details', label: 'Details' }] : []),
]

function Parts({ change }: { readonly change: WholeChange }) {
  const [chosen, setChosen] = useQueryState('part')
  const { look, picker } = useDiffLook('unified')
  const parts = listParts(change)
  const part = parts.find(({ id }) => id === chosen) ?? parts[0]
  if (part === undefined) return null
  return (
    <>
      <Tabs
        label="Change"
        tabs={parts}
        selected={part.id}
        onSelect={setChosen}
        end={part.id === 'diff' ? picker : undefined}
      />
      {part.id === 'diff' ? (
        <ChangeDiff diff={change.diff ?? ''} look={look} />
      ) : (
        <pre className="item-spec">{toText(part.id === 'patches' ? change.patches : change.details)}</pre>
      )}
    </>
  )
}

function Followed({ change, onOpen }: { readonly change: WholeChange; readonly onOpen: (id: string) => void }) {
  const { data: followed, error, refetch } = useQuery(followedQuery(change))
  const atMs = Date.parse(change.created_at)
  return (
    <section className="change-followed" aria-label="Following changes">
      <h3>
        Following changes <span className="faint">downstream, next 2 min</span>
      </h3>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {followed?.length === 0 ? <p className="dim">No changes recorded.</p> : null}
      <ul>
        {followed?.map(({ id, created_at: at, severity, name, change_type: type, summary }) => (
          <li key={id}>
            <span className="tabular">+{formatAge(Date.parse(at) - atMs)}</span>
            <span>
              <SeverityTag severity={severity} />
            </span>
            <button type="button" className="text-button cut" onClick={() => onOpen(id)}>
              <b>{name}</b> {summary || type}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ change }: { readonly change: WholeChange }) {
  const { config, config_id: itemId, external_created_by: by, source, count, first_observed: first } = change
  const isRepeated = (count ?? 1) > 1
  return (
    <Properties
      entries={[
        [
          'Catalog',
          <Link key="item" href={linkTo(routes.configItem, { id: itemId })}>
            {config?.name ?? itemId}
          </Link>,
        ],
        ['Type', config?.type ?? undefined],
        ['Created by', by ?? undefined],
        ['Source', source ?? undefined],
        ['Last seen', <Moment key="last" at={change.created_at} />],
        ['First seen', isRepeated ? <Moment key="first" at={first} /> : undefined],
        ['Seen', isRepeated ? `${formatCount(count ?? 1)} times` : undefined],
      ]}
    />
  )
}

const getChangeName = ({ config, summary, change_type: type }: WholeChange) =>
  [config?.name, summary || type].filter(Boolean).join(': ')

interface ChangePanelProps {
  readonly id: string
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
}

export function ChangePanel({ id, onOpen, onClose }: ChangePanelProps) {
  const { data: change, error, isPending, refetch } = useQuery(changeQuery(id))
  if (!change)
    return (
      <SidePanel title="Change" onClose={onClose}>
        {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {isPending && error === null ? <SkeletonRows label="Loading change" /> : null}
        {change === null ? (
          <EmptyState title="Change not found">
            <p>It was removed after its retention period, or you do not have access to its item.</p>
          </EmptyState>
        ) : null}
      </SidePanel>
    )
  return (
    <SidePanel
      title={change.change_type}
      mark={<SeverityTag severity={change.severity} />}
      facts={
        <span>
          <Age at={change.created_at} /> ago
        </span>
      }
      actions={<Slot name="linkToIncident" resource={{ kind: 'change', id, name: getChangeName(change) }} />}
      onClose={onClose}
    >
      <div className="change-body">
        {change.summary ? <p>{change.summary}</p> : null}
        {hasOwnBackend() ? (
          <p className="change-moments">
            <Link href={formerHref(change)}>State before this change</Link>
            <Link href={comparedHref(change)}>Compare before and after</Link>
          </p>
        ) : null}
        <Facts change={change} />
        <Parts change={change} />
        <Followed change={change} onOpen={onOpen} />
      </div>
    </SidePanel>
  )
}
