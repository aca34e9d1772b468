import { useMemo, useState } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { nameRelay, relaysTopic, reportDifferences, type RelayRow } from '#shared/relays/relays-topic.ts'
import { relaysRoute } from '#shared/relays/relay-routes.ts'
import { compareValues } from '#shared/sorting/sort-value.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { topicReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { relayColumns } from './relay-columns.tsx'
import { RelayQuestion } from './relay-question.tsx'
import './relays.css'

const all = {}
const byName = { id: 'name', desc: false }
const getId = ({ id }: RelayRow) => id
const countWork = (rows: readonly RelayRow[], kind: 'check' | 'scraper') =>
  formatCount(
    rows.reduce((sum, row) => sum + row[`${kind}s`], 0),
    kind,
  )

const listFacts = (rows: readonly RelayRow[]): readonly string[] => {
  const notWorking = rows.filter(({ state }) => state !== 'working').length
  return [
    formatCount(rows.length, 'relay'),
    ...(notWorking > 0 ? [`${notWorking} not working`] : []),
    countWork(rows, 'check'),
    countWork(rows, 'scraper'),
  ]
}

function DifferentDocuments({ relays }: { readonly relays: readonly RelayRow[] }) {
  const report = reportDifferences(relays)
  if (report === '') return null
  return (
    <Callout tone="warn" title="The relays have different documents in RESOURCES_DIR.">
      Each relay applies its own files to the shared database, so resources can change back and forth. Give all relays
      the same files.
      <ul className="relay-differences" aria-label="Different documents">
        {report.split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Callout>
  )
}

export function RelaysPage() {
  const topic = useTopic(relaysTopic, all)
  const rows = useMemo(() => [...topic.rows.values()], [topic.rows])
  const [search] = useQueryState('search')
  const [askedId, setAskedId] = useState<string | null>(null)
  const { reason: missing } = useAllowed('update', 'relays')
  const searchText = search.trim().toLowerCase()
  const source = useWholeList({
    reading: topicReading(topic, 'Relays'),
    columns: useMemo(() => relayColumns(rows, { missing, onAct: ({ id }) => setAskedId(id) }), [rows, missing]),
    rows: rows
      .filter(({ host, address, version }) =>
        `${host}\n${address ?? ''}\n${version}`.toLowerCase().includes(searchText),
      )
      .sort((a, b) => compareValues(nameRelay(a, rows), nameRelay(b, rows))),
    usual: byName,
  })
  const asked = askedId === null ? undefined : topic.rows.get(askedId)
  return (
    <ListPage
      title="Relays"
      crumbs={settingsCrumbs}
      above={<DifferentDocuments relays={rows} />}
      table="relays"
      label="Relays"
      source={source}
      getKey={getId}
      filters={
        <SelectFilters search={{ label: 'Search relays', placeholder: 'Search name or address' }} choices={[]} />
      }
      facts={rows.length === 0 ? [] : listFacts(rows)}
      apiPath={relaysRoute.path}
      nothing={{
        isFiltered: rows.length > 0,
        noMatch: 'No relays match',
        empty: { title: 'No relays yet', text: 'Relays on the same database appear here.' },
      }}
    >
      {asked === undefined ? null : (
        <RelayQuestion relay={asked} name={nameRelay(asked, rows)} onClose={() => setAskedId(null)} />
      )}
    </ListPage>
  )
}
