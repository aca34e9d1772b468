import { toUptime } from '#shared/health/roll-up.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Age } from '#client/ui/age.tsx'
import { ResultStrip } from '#client/ui/charts/result-strip.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import type { TextColumn } from '#client/ui/table/text-column.ts'
import { setTab } from '#client/features/health/use-health-query.ts'
import type { FacetSummary as Summary } from './all-healthy-panels.ts'

interface FacetSummaryProps {
  readonly title: string
  readonly summaries: readonly Summary[]
  readonly lastKnown: boolean
}

const formatUptime = (roll: Summary['roll']) => {
  const uptime = toUptime(roll)
  if (uptime === null) return '–'
  return uptime === 100 ? '100' : uptime.toFixed(2)
}

const formatValue = (title: string, value: string) => (value === '' ? `No ${title}` : value)
const textColumns = (title: string): readonly TextColumn<Summary>[] => [
  { id: 'value', title, text: ({ value }) => formatValue(title, value) },
  { id: 'checks', title: 'Checks', text: ({ roll }) => roll.total },
  { id: 'uptime', title: 'Uptime %', text: ({ roll }) => toUptime(roll) },
  { id: 'oldest', title: 'Oldest', text: ({ roll }) => roll.oldestRuntime },
  { id: 'lastFail', title: 'Last failed', text: ({ roll }) => roll.lastFail },
]

export function FacetSummary({ title, summaries, lastKnown }: FacetSummaryProps) {
  return (
    <section className="healthy-panel" aria-label={`By ${title}`}>
      <header>
        <h3>
          By {title} <small>uptime over 1h</small>
        </h3>
        <ListTools
          table="checks-by"
          noun={`checks by ${title}`}
          texts={textColumns(title)}
          pages={wholeList(summaries)}
        />
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" className="healthy-number healthy-short">
              Checks
            </th>
            <th scope="col" className="healthy-number healthy-short">
              Uptime %
            </th>
            <th scope="col" className="healthy-number healthy-wide healthy-short">
              Oldest
            </th>
            <th scope="col" className="healthy-number healthy-wide">
              Last failed
            </th>
            <th scope="col" className="healthy-wide healthy-strip">
              Last 30
            </th>
          </tr>
        </thead>
        <tbody>
          {summaries.map(({ value, roll }) => (
            <tr key={value}>
              <td>
                <button type="button" className="healthy-check cut" onClick={() => setTab(value)}>
                  {formatValue(title, value)}
                </button>
              </td>
              <td className="healthy-number">{formatCount(roll.total)}</td>
              <td className="healthy-number dim">{formatUptime(roll)}</td>
              <td className="healthy-number healthy-wide">
                <Age at={roll.oldestRuntime} />
              </td>
              <td className="healthy-number healthy-wide dim">
                <Moment at={roll.lastFail} />
              </td>
              <td className="healthy-wide">
                <ResultStrip results={roll.recent} stale={lastKnown} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
