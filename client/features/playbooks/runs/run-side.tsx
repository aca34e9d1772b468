import { useServerNow } from '#client/lib/time/clock.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { Properties } from '#client/ui/layout/properties.tsx'
import { formatTook } from './format-took.ts'
import type { RunView } from './run-view.ts'

const hidden = '••••••••'

export function RunSide({ view }: { readonly view: RunView }) {
  const { run, steps, children, isOver } = view
  const { clock } = useClockFormats()
  const now = useServerNow(1_000)
  const tries = [...steps, ...children.flatMap((child) => child.steps)].flatMap((step) => step.tries)
  const artifacts = tries.reduce((sum, one) => sum + one.artifacts.length, 0)
  const agents = [...new Set(tries.flatMap(({ agent }) => agent?.name ?? []))]
  const startMs = run.start_time === null ? null : Date.parse(run.start_time)
  const isAhead = !isOver && startMs === null && Date.parse(run.scheduled_time) > now
  return (
    <>
      {run.values.length === 0 ? null : (
        <section className="run-side-part">
          <h3>Parameters</h3>
          <Properties
            entries={run.values.map(({ label, value, secret }) => [
              label,
              secret ? (
                <span key={label} title="Secret: never sent to the browser">
                  {hidden}
                </span>
              ) : (
                <code key={label} className="run-value">
                  {value}
                </code>
              ),
            ])}
          />
        </section>
      )}
      <section className="run-side-part">
        <h3>Run</h3>
        <Properties
          entries={[
            ['Scheduled', isAhead ? clock(Date.parse(run.scheduled_time)) : undefined],
            ['Queued', startMs === null ? undefined : formatTook(startMs - Date.parse(run.scheduled_time))],
            ['Agent', agents.length === 0 ? undefined : agents.join(', ')],
            ['Times out', isOver || startMs === null ? undefined : clock(startMs + run.timeout / 1e6)],
            ['Artifacts', artifacts],
            [
              'Id',
              <code key="id" className="run-value">
                {run.id}
              </code>,
            ],
          ]}
        />
      </section>
    </>
  )
}
