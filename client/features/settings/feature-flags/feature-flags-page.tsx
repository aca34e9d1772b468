import { Plus } from '@blueprintjs/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { featureFlags } from '#shared/settings/flags-topic.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { topicReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { flagColumns } from './flag-columns.tsx'
import { FlagQuestion } from './flag-question.tsx'
import { saveProperty, storedPropertiesQuery } from './flags-api.ts'
import { flagFacts, hasRow, listFlags, type Flag } from './list-flags.ts'
import { PropertyDialog } from './property-dialog.tsx'
import './feature-flags-page.css'

const all = {}
const byName = { id: 'name', desc: false }
const bySource = {
  key: 'source',
  label: 'Source',
  options: [
    { value: '', label: 'All' },
    { value: 'db', label: 'database' },
    { value: 'local', label: 'local' },
    { value: 'unset', label: 'not set' },
  ],
}
const getName = ({ property }: Flag) => property

/** The values in the key reload the rows after every change. */
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

const useTurnOn = (by: string, onDone: () => void) =>
  useMutation({
    mutationFn: (flag: Flag) => saveProperty({ name: flag.property, value: 'false' }, by, !hasRow(flag)),
    onSuccess: () => {
      showToast('success', 'Feature flag updated successfully')
      onDone()
    },
  })

const useMatching = (flags: readonly Flag[]): readonly Flag[] => {
  const [search] = useQueryState('search')
  const [source] = useQueryState('source')
  const searchText = search.trim().toLowerCase()
  return flags.filter(
    (flag) =>
      `${flag.property}\n${flag.shows}`.toLowerCase().includes(searchText) &&
      (source === '' || (flag.source ?? 'unset') === source),
  )
}

type Question = { readonly act: 'off' | 'delete'; readonly flag: Flag }

export function FeatureFlagsPage() {
  const topic = useTopic(featureFlags, all)
  const { stored, refresh } = useStored(topic.rows)
  const flags = useMemo(() => listFlags([...topic.rows.values()], stored), [topic.rows, stored])
  const [openName, setOpenName] = useQueryState('name')
  const [adding, setAdding] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const missing = useAllowed('write', 'properties').reason
  const by = useSession()?.user.id ?? ''
  const turnOn = useTurnOn(by, refresh)
  const reading = topicReading(topic, 'Feature flags')
  const source = useWholeList({
    reading,
    columns: flagColumns({
      missing,
      onOpen: setOpenName,
      onSwitch: (flag, on) => (on ? turnOn.mutate(flag) : setQuestion({ act: 'off', flag })),
    }),
    rows: useMatching(reading.isLoading ? [] : flags),
    usual: byName,
  })
  const open = flags.find(({ property }) => property === openName) ?? null
  const leave = () => {
    setAdding(false)
    setOpenName('')
  }
  const handleDone = () => {
    refresh()
    leave()
  }
  return (
    <ListPage
      title="Feature Flags"
      crumbs={settingsCrumbs}
      table="flags"
      label="Feature flags"
      source={source}
      getKey={getName}
      filters={<SelectFilters search={{ label: 'Search features' }} choices={[bySource]} />}
      action={
        <Button icon={<Plus />} disabledReason={missing} onClick={() => setAdding(true)}>
          Add feature flag
        </Button>
      }
      facts={flagFacts(flags)}
      apiPath="/api/db/properties?order=name.asc"
      nothing={
        <EmptyState title="No feature flags match">
          <p className="not-on-walls">Remove a filter to see more.</p>
        </EmptyState>
      }
    >
      {question === null && (adding || open !== null) ? (
        <PropertyDialog
          key={open?.property ?? ''}
          flag={adding ? null : open}
          flags={flags}
          by={by}
          missing={missing}
          onDelete={() => open !== null && setQuestion({ act: 'delete', flag: open })}
          onSaved={handleDone}
          onClose={leave}
        />
      ) : null}
      {question === null ? null : (
        <FlagQuestion {...question} by={by} onDone={handleDone} onClose={() => setQuestion(null)} />
      )}
    </ListPage>
  )
}
