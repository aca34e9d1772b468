import { Plus } from '@blueprintjs/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { featureFlags } from '#shared/settings/flags-topic.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { inOrder, textColumns } from '#client/ui/table/text-column.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { TopicTrouble } from '#client/ui/feedback/topic-trouble.tsx'
import { flagColumns } from './flag-columns.tsx'
import { FlagQuestion } from './flag-question.tsx'
import { saveProperty, storedPropertiesQuery } from './flags-api.ts'
import { flagFacts, hasRow, listFlags, type Flag } from './list-flags.ts'
import { PropertyDialog } from './property-dialog.tsx'
import './feature-flags-page.css'

const all = {}
const byName = { id: 'name', desc: false }
const crumbs = [{ label: 'Settings', href: routes.settings }]
const sourceOptions = [
  { value: '', label: 'All sources' },
  { value: 'db', label: 'database' },
  { value: 'local', label: 'local' },
  { value: 'unset', label: 'not set' },
]

/** Who set what and when, asked again whenever a value is another. */
const useStored = (rows: unknown) => {
  const client = useQueryClient()
  const { data } = useQuery(storedPropertiesQuery)
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: storedPropertiesQuery.queryKey }),
    [client],
  )
  useEffect(refresh, [rows, refresh])
  return { stored: data ?? [], refresh }
}

type Question = { readonly act: 'off' | 'delete'; readonly flag: Flag }

/** Every feature of the console with its switch, and every other property: what is in force, where it is set, by whom. */
export function FeatureFlagsPage() {
  const topic = useTopic(featureFlags, all)
  const { stored, refresh } = useStored(topic.rows)
  const flags = useMemo(() => listFlags([...topic.rows.values()], stored), [topic.rows, stored])
  const [search, setSearch] = useQueryState('search')
  const [source, setSource] = useQueryState('source')
  const [openName, setOpenName] = useQueryState('name')
  const [{ sorting }, changeTable] = useTableState()
  const [adding, setAdding] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const missing = useAllowed('write', 'properties').reason
  const by = useSession()?.user.id ?? ''
  const turnOn = useMutation({
    mutationFn: (flag: Flag) => saveProperty({ name: flag.property, value: 'false' }, by, !hasRow(flag)),
    onSuccess: () => {
      showToast('success', 'Feature flag updated successfully')
      refresh()
    },
  })
  const columns = flagColumns({
    missing,
    onOpen: setOpenName,
    onSwitch: (flag, on) => (on ? turnOn.mutate(flag) : setQuestion({ act: 'off', flag })),
  })
  const sought = search.trim().toLowerCase()
  const matching = flags.filter(
    (flag) =>
      `${flag.property}\n${flag.shows}`.toLowerCase().includes(sought) &&
      (source === '' || (flag.source ?? 'unset') === source),
  )
  const shown = inOrder(matching, columns, sorting, byName)
  const open = flags.find(({ property }) => property === openName) ?? null
  const leave = () => {
    setAdding(false)
    setOpenName('')
  }
  const isLoading = topic.status === 'loading'
  return (
    <Page
      title="Feature Flags"
      views={<ViewMenu />}
      crumbs={crumbs}
      refresh={{ busy: isLoading, onRefresh: topic.refresh }}
    >
      <TopicTrouble topic={topic} what="Feature flags" />
      <ListHead
        filters={
          <>
            <SearchInput label="Search features" placeholder="Search features" value={search} onChange={setSearch} />
            <Select label="Source" value={source} options={sourceOptions} onChange={setSource} />
          </>
        }
        action={
          <Button icon={<Plus />} disabledReason={missing} onClick={() => setAdding(true)}>
            Add feature flag
          </Button>
        }
        facts={isLoading ? [] : flagFacts(flags)}
        tools={
          <ListTools
            table="flags"
            columns={columns}
            texts={textColumns(columns)}
            pages={wholeList(shown)}
            apiPath="/api/db/properties?order=name.asc"
          />
        }
      />
      <DataTable
        table="flags"
        label="Feature flags"
        sorting={sorting ?? byName}
        onSort={(next) => changeTable({ sorting: next })}
        columns={columns}
        rows={isLoading ? [] : shown}
        keyOf={({ property }) => property}
        loading={isLoading}
        empty={
          <EmptyState title="No feature flag matches">
            <p>Take a filter away to see the others.</p>
          </EmptyState>
        }
      />
      {question === null && (adding || open !== null) ? (
        <PropertyDialog
          key={open?.property ?? ''}
          flag={adding ? null : open}
          flags={flags}
          by={by}
          missing={missing}
          onDelete={() => open !== null && setQuestion({ act: 'delete', flag: open })}
          onSaved={() => {
            refresh()
            leave()
          }}
          onClose={leave}
        />
      ) : null}
      {question === null ? null : (
        <FlagQuestion
          {...question}
          by={by}
          onDone={() => {
            refresh()
            leave()
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </Page>
  )
}
