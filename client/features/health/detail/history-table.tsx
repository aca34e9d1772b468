import type { CheckStatus } from '#shared/health/check-status.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { Age } from '#client/ui/age.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { formatLatency } from '#client/features/health/table/format-latency.ts'

const getMessage = (result: CheckStatus) => result.error || result.message || ''

function Duration({ ms }: { readonly ms: number | null | undefined }) {
  if (ms === null || ms === undefined) return <span className="faint">–</span>
  const { value, unit } = formatLatency(ms)
  return (
    <>
      {value}
      <span className="check-unit">{unit}</span>
    </>
  )
}

export function HistoryTable({ results }: { readonly results: readonly CheckStatus[] }) {
  const { clock } = useClockFormats()
  return (
    <table className="history-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">State</span>
          </th>
          <th scope="col">Time</th>
          <th scope="col" className="history-number">
            Ago
          </th>
          <th scope="col" className="history-number">
            Duration
          </th>
          <th scope="col">Message</th>
        </tr>
      </thead>
      <tbody>
        {results.map((result, i) => {
          const message = getMessage(result)
          const before = results[i + 1]
          const repeats = before !== undefined && getMessage(before) === message
          return (
            <tr key={result.time}>
              <td>
                <StateMark state={result.status ? 'healthy' : 'unhealthy'} quiet />
              </td>
              <td className="tabular">{clock(Date.parse(result.time))}</td>
              <td className="history-number faint">
                <Age at={result.time} />
              </td>
              <td className="history-number">
                <Duration ms={result.duration} />
              </td>
              <td className={repeats ? 'history-message faint' : 'history-message'} title={message}>
                {message}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
