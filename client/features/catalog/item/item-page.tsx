import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { configTable, scraperTable } from '#shared/catalog/catalog-topics.ts'
import { catalogKey, itemQuery, type ConfigItem } from '#client/features/catalog/catalog-api.ts'
import { ChangeList } from '#client/features/catalog/changes/change-list.tsx'
import { InsightList } from '#client/features/catalog/insights/insight-list.tsx'
import { scraperQuery, scrapersKey } from '#client/features/catalog/scrapers/scrapers-api.ts'
import { lookAt, useLookback, useMomentHref } from '#client/features/catalog/moments/moments.ts'
import { MomentPage } from '#client/features/catalog/moments/moment-page.tsx'
import { useOfferedMoments } from '#client/features/catalog/moments/use-offered-moments.ts'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import { AgentMark } from '#client/domain/agents/agent-mark.tsx'
import { SilencedMark } from '#client/domain/notifications/silenced-mark.tsx'
import { Slot } from '#client/domain/slots/slot.tsx'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Age } from '#client/ui/age.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { MomentPicker } from '#client/ui/form/moment-picker.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { TagList } from '#client/ui/tag-list.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { ItemChecks } from './item-checks.tsx'
import { ItemCosts } from './item-costs.tsx'
import { parentsQuery } from './parents-api.ts'
import { ItemPlaybooks } from './item-playbooks.tsx'
import { ItemSpec, type LinkedItem } from './item-spec.tsx'
import { ItemRelationships } from './related/item-relationships.tsx'
import '#client/features/catalog/catalog.css'

const catalogCrumb = { label: 'Catalog', href: routes.catalog }

const tabHrefs = {
  spec: (id: string) => linkTo(routes.configItem, { id }),
  changes: (id: string) => linkTo(routes.configItemChanges, { id }),
  insights: (id: string) => linkTo(routes.configItemInsights, { id }),
  relationships: (id: string) => linkTo(routes.configItemRelationships, { id }),
  playbooks: (id: string) => linkTo(routes.configItemPlaybooks, { id }),
  checks: (id: string) => linkTo(routes.configItemChecks, { id }),
  incidents: (id: string) => linkTo(routes.configItemIncidents, { id }),
  costs: (id: string) => linkTo(routes.configItemCosts, { id }),
}
export type ItemTab = keyof typeof tabHrefs

/**
 * The backend updates last_scraped_time only every few minutes; a later successful run of the scraper found the
 * item as well.
 */
function Scraped({ item: { last_scraped_time: noted, scraper_id: scraperId, deleted_at: deletedAt } }: HeadProps) {
  const { data: scraper } = useQuery({ ...scraperQuery(scraperId ?? ''), enabled: scraperId !== null })
  useTableChanges(scraperTable, scrapersKey)
  const ran = scraper?.job_status === 'SUCCESS' && deletedAt === null ? scraper.job_time_start : null
  const at = [noted, ran]
    .filter((each) => each !== null)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1)
  if (at === undefined) return null
  return (
    <span>
      scraped <Age at={at} /> ago
      {scraper ? (
        <>
          {' '}
          by <Link href={linkTo(routes.scraper, { id: scraper.id })}>{scraper.name ?? scraper.id}</Link>
        </>
      ) : null}
    </span>
  )
}

interface HeadProps {
  readonly item: ConfigItem
}

const money = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })

function Costs({ item }: HeadProps) {
  const costs = [
    ['per minute', item.cost_per_minute],
    ['in 1d', item.cost_total_1d],
    ['in 7d', item.cost_total_7d],
    ['in 30d', item.cost_total_30d],
  ] as const
  const known = costs.filter(([, cost]) => cost !== null && cost > 0)
  if (known.length === 0) return null
  return <span>cost {known.map(([span, cost]) => `${money.format(cost ?? 0)} ${span}`).join(', ')}</span>
}

function Head({ item, actions }: HeadProps & { readonly actions: React.ReactNode }) {
  const { id, name, type, health, status, description, tags, updated_at: updatedAt, deleted_at: deletedAt } = item
  return (
    <header className="item-head">
      <div className="item-title">
        <h2>
          <StatusDot status={health} none="no health" />
          <span className="not-on-walls">{name ?? id}</span>
          <span className="dim">{type}</span>
          {deletedAt === null ? null : <Tag tone="outline">deleted</Tag>}
        </h2>
        <div className="item-actions">{actions}</div>
      </div>
      <p className="dim dotted tabular">
        <b>{[health ?? 'no health', status].filter(Boolean).join(', ')}</b>
        <Scraped item={item} />
        <AgentMark agentId={item.agent_id} />
        {deletedAt === null ? null : (
          <span>
            deleted <Age at={deletedAt} /> ago
          </span>
        )}
        {updatedAt === null ? null : (
          <span>
            changed <Age at={updatedAt} /> ago
          </span>
        )}
        {description === null ? null : <span>{description}</span>}
        <Costs item={item} />
      </p>
      <SilencedMark target={{ kind: 'config', id }} />
      <TagList tags={tags} />
    </header>
  )
}

function LookBack({ id }: { readonly id: string }) {
  const offered = useOfferedMoments(id)
  return (
    <MomentPicker label="Go to this time" offered={offered} onChoose={(at) => lookAt(at)}>
      History
    </MomentPicker>
  )
}

const toLinked = ({ id, name, type }: ConfigItem): LinkedItem => ({
  kind: 'config',
  id,
  name: name ?? id,
  ...(type !== null && { type }),
})

function ItemIncidents({ id, isOn }: { readonly id: string; readonly isOn: boolean }) {
  if (!isOn) return <EmptyState title="Incidents are disabled" />
  return <Slot name="linkedIncidents" resource={{ kind: 'config', id }} />
}

interface ItemPageProps {
  readonly id: string
  readonly tab: ItemTab
}

export function ItemPage({ id, tab }: ItemPageProps) {
  const hasIncidents = useFeatures()('incidents')
  const { data: item, error, isPending, isFetching, refetch } = useQuery(itemQuery(id))
  useTableChanges(configTable, catalogKey)
  const [, navigate] = useLocation()
  const lookback = useLookback()
  const toMomentHref = useMomentHref()
  const { data: parents = [] } = useQuery(parentsQuery(item?.path ?? null))
  const { changes, analysis, relationships, playbook_runs: runs, checks } = item?.summary ?? {}
  const tabs = [
    { id: tabHrefs.spec(id), label: 'Spec' },
    { id: tabHrefs.changes(id), label: 'Changes', ...(changes && { count: changes }) },
    { id: tabHrefs.insights(id), label: 'Insights', ...(analysis && { count: analysis }) },
    { id: tabHrefs.relationships(id), label: 'Relationships', ...(relationships && { count: relationships }) },
    { id: tabHrefs.playbooks(id), label: 'Playbooks', ...(runs && { count: runs }) },
    { id: tabHrefs.checks(id), label: 'Checks', ...(checks && { count: checks }) },
    ...(hasIncidents ? [{ id: tabHrefs.incidents(id), label: 'Incidents' }] : []),
    { id: tabHrefs.costs(id), label: 'Costs' },
  ]
  const tabLine = (
    <Tabs
      label="Config item"
      tabs={tabs}
      selected={tabHrefs[tab](id)}
      onSelect={(href) => navigate(toMomentHref(href))}
    />
  )
  return (
    <Page
      title={item?.name ?? 'Config item'}
      crumbs={[catalogCrumb, ...parents]}
      refresh={{ busy: isFetching, onRefresh: () => void refetch() }}
    >
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isPending && error === null ? <SkeletonRows label="Loading item" /> : null}
      {item === null ? (
        <EmptyState title="Item not found">
          <p>No config item has this ID, or you do not have access to it. Check the link.</p>
        </EmptyState>
      ) : null}
      {item && lookback !== null ? <MomentPage item={item} tab={tab} lookback={lookback} tabs={tabLine} /> : null}
      {item && lookback === null ? (
        <>
          <Head
            item={item}
            actions={
              <>
                {hasOwnBackend() ? <LookBack id={id} /> : null}
                <Slot
                  name="resourceActions"
                  resource={{ kind: 'config', id, name: item.name ?? id }}
                  linked={toLinked(item)}
                />
              </>
            }
          />
          {tabLine}
          <div className="item-body">
            {tab === 'spec' ? <ItemSpec config={item.config} linked={toLinked(item)} /> : null}
            {tab === 'changes' ? (
              <ChangeList itemId={id} isUnhealthy={item.health === 'unhealthy' || item.health === 'warning'} />
            ) : null}
            {tab === 'insights' ? <InsightList configId={id} /> : null}
            {tab === 'relationships' ? <ItemRelationships id={id} /> : null}
            {tab === 'playbooks' ? <ItemPlaybooks id={id} /> : null}
            {tab === 'checks' ? <ItemChecks id={id} /> : null}
            {tab === 'incidents' ? <ItemIncidents id={id} isOn={hasIncidents} /> : null}
            {tab === 'costs' ? <ItemCosts item={item} /> : null}
          </div>
        </>
      ) : null}
    </Page>
  )
}
