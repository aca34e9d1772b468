import './waterfall.css'

interface WaterfallProps {
  readonly label: string
  /** In order, one after the other. */
  readonly phases: readonly { readonly name: string; readonly ms: number }[]
}

const formatMs = (ms: number): string => (ms < 10 ? ms.toFixed(1).replace(/\.0$/, '') : String(Math.round(ms)))

export function Waterfall({ label, phases }: WaterfallProps) {
  const total = phases.reduce((sum, { ms }) => sum + ms, 0)
  const scale = total === 0 ? 0 : 100 / total
  const bars = phases.map(({ name, ms }, index) => {
    const start = phases.slice(0, index).reduce((sum, phase) => sum + phase.ms, 0)
    return { name, ms, left: start * scale, width: ms * scale }
  })
  return (
    <table className="waterfall" aria-label={label}>
      <tbody>
        {bars.map(({ name, ms, left, width }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="waterfall-track" aria-hidden="true">
              <span style={{ marginLeft: `${left}%`, width: `${width}%` }} />
            </td>
            <td className="waterfall-ms">{formatMs(ms)} ms</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td aria-hidden="true" />
          <td className="waterfall-ms">{formatMs(total)} ms</td>
        </tr>
      </tfoot>
    </table>
  )
}
