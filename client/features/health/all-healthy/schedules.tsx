import type { CheckRow } from '#shared/health/check-row.ts'
import { findIntervalMs } from '#shared/health/staleness.ts'
import { formatDuration } from '#shared/primitives/duration.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { Age } from '#client/ui/age.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import type { TextColumn } from '#client/ui/table/text-column.ts'
import { CheckLink } from './check-link.tsx'

interface SchedulesProps {
  readonly kind: 'rare' | 'next'
  readonly checks: readonly CheckRow[]
  readonly lastKnown: boolean
}

const panelTexts = {
  rare: { title: 'Least frequent checks', note: 'by schedule', next: 'Next' },
  next: { title: 'Next expected results', note: 'late after 2 missed intervals', next: 'Due' },
} as const

const formatInterval = (row: CheckRow) => {
  const intervalMs = findIntervalMs(row)
  return intervalMs === null ? row.schedule : formatDuration(intervalMs)
}

const texts: readonly TextColumn<CheckRow>[] = [
  { id: 'check', title: 'Check', text: ({ name }) => name },
  { id: 'every', title: 'Every', text: formatInterval },
  { id: 'last', title: 'Last', text: ({ lastRuntime }) => lastRuntime },
  { id: 'next', title: 'Next', text: ({ nextRuntime }) => nextRuntime },
]

function Due({ at }: { readonly at: string | null }) {
  const now = useServerNow(1_000)
  if (at === null) return <span className="faint">–</span>
  const leftMs = Date.parse(at) - now
  return leftMs < 1000 ? 'now' : `in ${formatAge(leftMs)}`
}

export function Schedules({ kind, checks, lastKnown }: SchedulesProps) {
  const { title, note, next } = panelTexts[kind]
  return (
    <section className="healthy-panel" aria-label={title}>
      <header>
        <h3>
          {title} <small>{note}</small>
        </h3>
        <ListTools table={`checks-${kind}`} noun={title.toLowerCase()} texts={texts} pages={wholeList(checks)} />
      </header>
      {checks.length === 0 ? (
        <p className="healthy-none">The backend does not report schedules.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col" className="healthy-wide healthy-every">
                Every
              </th>
              {kind === 'rare' ? (
                <th scope="col" className="healthy-number healthy-wide healthy-short">
                  Last
                </th>
              ) : null}
              <th scope="col" className="healthy-number healthy-short">
                {next}
              </th>
            </tr>
          </thead>
          <tbody>
            {checks.map((check) => (
              <tr key={check.id}>
                <td>
                  <CheckLink check={check} />
                </td>
                <td className="healthy-wide mono dim">{formatInterval(check)}</td>
                {kind === 'rare' ? (
                  <td className="healthy-number healthy-wide">
                    <Age at={check.lastRuntime} />
                  </td>
                ) : null}
                <td className="healthy-number">
                  <Due at={lastKnown ? null : check.nextRuntime} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
