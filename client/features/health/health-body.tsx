import { Filter } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { facetTitle, groupFacets, tabFacets, type Facet } from '#shared/health/check-facet.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import type { HealthListRow } from '#shared/health/health-list.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useIsPhone, useWindowWidth } from '#client/lib/browser/use-window-width.ts'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { usePausedRows } from '#client/ui/hold/use-paused-rows.ts'
import { HoldArea } from '#client/ui/hold/hold-area.tsx'
import { WaitingPill } from '#client/ui/hold/waiting-pill.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { FactsLine } from './facts-line.tsx'
import { filtersSet, HealthFilters, HealthSearch } from './filters/health-filters.tsx'
import { setHealthPreferences, useHealthPreferences } from './health-preferences.ts'
import { HealthTabs } from './health-tabs.tsx'
import { NothingMatches } from './nothing-matches.tsx'
import { checkTable, chooseCheckColumns } from './table/check-columns.tsx'
import { listRowId } from './table/check-table.tsx'
import { SelectableChecks } from './table/selectable-checks.tsx'
import { checkTexts } from './table/check-texts.ts'
import { changeShown, showAll, shownState, useShown, type HealthQuery } from './use-health-query.ts'
import { useHealthView, type HealthView } from './use-health-view.ts'

const AllHealthyView = lazy(async () => ({
  default: (await import('./all-healthy/all-healthy-view.tsx')).AllHealthyView,
}))

const toFacetOptions = (fields: readonly Facet[], labels: readonly Facet[]) => [
  ...fields.map((value) => ({ value, label: facetTitle(value) })),
  ...labels.map((value) => ({ value, label: facetTitle(value), group: 'Labels' })),
]

interface HealthBodyProps {
  readonly topic: TopicView<CheckRow>
  readonly query: HealthQuery
  readonly lastKnown: boolean
}

const asStale = (row: HealthListRow): HealthListRow => (row.kind === 'more' ? row : { ...row, stale: true })

const summaryPath = '/api/canary/api/summary'
/** Narrower windows have no room for the filter column beside an open panel. */
const besidePanelMin = 1600

const useFilterColumn = (panelOpen: boolean) => {
  const windowWidth = useWindowWidth()
  const folded = useHealthPreferences((preferences) => preferences.filtersFolded)
  const [isOpened, setOpened] = useState(false)
  const isPhone = useIsPhone()
  const isTight = isPhone || (panelOpen && windowWidth < besidePanelMin)
  const setOpen = (open: boolean) => {
    if (isTight) setOpened(open)
    else setHealthPreferences({ filtersFolded: !open })
  }
  return { isOpen: isTight ? isOpened : !folded, isPhone, setOpen }
}

type FilterColumn = ReturnType<typeof useFilterColumn>

function FilterButton({ column, set }: { readonly column: FilterColumn; readonly set: number }) {
  return (
    <Button
      look={column.isPhone ? 'plain' : 'minimal'}
      small={!column.isPhone}
      icon={<Filter size={14} />}
      aria-label={set === 0 ? 'Filters' : `Filters, ${set} active`}
      aria-expanded={column.isOpen}
      onClick={() => column.setOpen(!column.isOpen)}
    >
      {set === 0 ? null : set}
    </Button>
  )
}

interface ListProps extends HealthBodyProps {
  readonly view: HealthView
  readonly shown: ReturnType<typeof useShown>
  readonly isPhone: boolean
}

function List({ topic, query, lastKnown, view, shown, isPhone }: ListProps) {
  const { hidePassing, tabBy, groupBy } = shown
  const [isPaused, setPaused] = useState(false)
  const { rows, waiting, apply } = usePausedRows(view.list, {
    getId: listRowId,
    isPaused,
    view: view.viewKey,
    markRemoved: asStale,
  })
  const columns = chooseCheckColumns(rows, { hasSeverities: view.counts.severities.size > 0 })
  const groupMenu = isPhone ? undefined : (
    <ChoiceMenu
      look="minimal"
      label="Group By"
      value={groupBy}
      options={toFacetOptions(groupFacets, view.facets)}
      onChange={(facet) => changeShown({ groupBy: facet })}
    />
  )
  if (view.checks.length === 0) return <NothingMatches total={topic.rows.size} query={query} />
  if (rows.length === 0)
    return (
      <Suspense fallback={<SkeletonRows label="Loading summary" />}>
        <AllHealthyView
          checks={view.checks}
          facts={view.facts}
          lastKnown={lastKnown}
          tabBy={tabBy}
          onShowPassing={() => changeShown({ hidePassing: false })}
          end={groupMenu}
        />
      </Suspense>
    )
  return (
    <HoldArea onHold={setPaused}>
      <FactsLine
        facts={view.facts}
        lastKnownSinceMs={lastKnown ? (topic.observedAtMs ?? topic.staleSinceMs) : null}
        end={
          <>
            {query.only === null ? null : (
              <Chip value={`Only ${formatCount(query.only.size, 'changed check')}`} onRemove={showAll} />
            )}
            <WaitingPill waiting={waiting} onApply={apply} />
            {groupMenu}
            {isPhone ? null : (
              <ListTools
                table={checkTable}
                columns={columns}
                texts={checkTexts}
                pages={(signal) => wholeList(view.listAll())(signal)}
                apiPath={summaryPath}
                state={shownState({ hidePassing, tabBy, groupBy })}
              />
            )}
          </>
        }
      />
      <SelectableChecks
        rows={rows}
        columns={columns}
        selectedId={query.checkId}
        sorting={query.order}
        view={view.viewKey}
        onToggle={view.toggle}
        onToggleRest={view.toggleRest}
        onDone={topic.refresh}
      />
    </HoldArea>
  )
}

export function HealthBody({ topic, query, lastKnown }: HealthBodyProps) {
  const shown = useShown(query)
  const { hidePassing, tabBy, groupBy } = shown
  const view = useHealthView(topic.rows, { ...query, groupBy, tabBy, hidePassing, lastKnown })
  const column = useFilterColumn(query.checkId !== null)
  const filterButton = <FilterButton column={column} set={filtersSet(query)} />
  return (
    <>
      {column.isOpen ? (
        <HealthFilters
          query={query}
          available={view.labelValues}
          counts={view.counts}
          hidePassing={hidePassing}
          onHidePassing={(hide) => changeShown({ hidePassing: hide })}
          withSearch={!column.isPhone}
          onFold={() => column.setOpen(false)}
        />
      ) : null}
      <section className="panel-area-main" aria-label="Checks">
        {column.isPhone ? (
          <div className="health-phone-filters">
            <HealthSearch search={query.search} />
            {filterButton}
          </div>
        ) : null}
        <HealthTabs
          tabs={view.tabs}
          active={view.activeTab}
          total={view.filteredCount}
          lastKnown={lastKnown}
          start={column.isOpen || column.isPhone ? undefined : filterButton}
          end={
            column.isPhone ? undefined : (
              <ChoiceMenu
                look="minimal"
                label="Tab By"
                value={tabBy}
                options={toFacetOptions(tabFacets, view.facets)}
                onChange={(facet) => changeShown({ tabBy: facet })}
              />
            )
          }
        />
        <List topic={topic} query={query} lastKnown={lastKnown} view={view} shown={shown} isPhone={column.isPhone} />
      </section>
    </>
  )
}
