import type { CheckRow } from '#shared/health/check-row.ts'
import { Moment } from '#client/ui/moment.tsx'
import { CheckLink } from './check-link.tsx'

/** The checks that failed last and are well again. */
export function LastTrouble({ checks }: { readonly checks: readonly CheckRow[] }) {
  return (
    <section className="healthy-panel" aria-label="Last trouble">
      <h3>Last trouble</h3>
      {checks.length === 0 ? (
        <p className="healthy-none">No failure is on record.</p>
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
