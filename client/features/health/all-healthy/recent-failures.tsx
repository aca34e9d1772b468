import type { CheckRow } from '#shared/health/check-row.ts'
import { Moment } from '#client/ui/moment.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import type { TextColumn } from '#client/ui/table/text-column.ts'
import { CheckLink } from './check-link.tsx'

const texts: readonly TextColumn<CheckRow>[] = [
  { id: 'check', title: 'Check', text: ({ name }) => name },
  { id: 'canary', title: 'Canary', text: ({ canaryName }) => canaryName },
  { id: 'lastFail', title: 'Last failed', text: ({ lastFail }) => lastFail },
  { id: 'healthySince', title: 'Healthy since', text: ({ lastTransition }) => lastTransition },
]

export function RecentFailures({ checks }: { readonly checks: readonly CheckRow[] }) {
  return (
    <section className="healthy-panel" aria-label="Recent failures">
      <header>
        <h3>Recent failures</h3>
        <ListTools table="last-trouble" noun="recent failures" texts={texts} pages={wholeList(checks)} />
      </header>
      {checks.length === 0 ? (
        <p className="healthy-none">No failures recorded.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col" className="healthy-wide">
                Canary
              </th>
              <th scope="col" className="healthy-number">
                Last failed
              </th>
              <th scope="col" className="healthy-number healthy-wide">
                Healthy since
              </th>
            </tr>
          </thead>
          <tbody>
            {checks.map((check) => (
              <tr key={check.id}>
                <td>
                  <CheckLink check={check} />
                </td>
                <td className="healthy-wide dim cut">{check.canaryName}</td>
                <td className="healthy-number dim">
                  <Moment at={check.lastFail} />
                </td>
                <td className="healthy-number healthy-wide">
                  <Moment at={check.lastTransition} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
