import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatStatus, toRunState } from '#client/domain/playbooks/run-state.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { earlierRunsQuery, findLastSuccess, runsOnTarget, type EarlierRun } from './earlier-runs.ts'
import { formatTook } from './format-took.ts'
import { ParameterValue } from './parameter-value.tsx'
import { runHref } from './run-links.ts'
import type { RunView } from './run-view.ts'

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
      <RunParameters run={run} />
      <EarlierRuns view={view} />
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

function EarlierRuns({ view: { run, isOver } }: { readonly view: RunView }) {
  const { data: earlier = [] } = useQuery(earlierRunsQuery(run))
  const [compared, setCompared] = useQueryState('compare')
  if (earlier.length === 0) return null
  const lastFive = runsOnTarget(run, earlier).slice(0, 5)
  const success = findLastSuccess(run, earlier)
  return (
    <section className="run-side-part">
      <h3>Earlier runs</h3>
      <Properties
        entries={[
          [
            'Last five here',
            lastFive.length === 0 ? undefined : (
              <span key="five" className="run-last-five">
                {lastFive.toReversed().map(({ id, status }) => (
                  <Link key={id} href={runHref(id)}>
                    <StateMark state={toRunState(status)} label={formatStatus(status)} />
                  </Link>
                ))}
              </span>
            ),
          ],
          [
            'Last success',
            success === null ? undefined : (
              <span key="success" className="run-last-success">
                <Link className="link" href={runHref(success.id)}>
                  <Age at={success.end_time} /> ago
                </Link>
                {isOver ? (
                  <Button
                    small
                    aria-pressed={compared === success.id}
                    active={compared === success.id}
                    onClick={() => setCompared(compared === success.id ? '' : success.id)}
                  >
                    Compare
                  </Button>
                ) : null}
              </span>
            ),
          ],
        ]}
      />
    </section>
  )
}

export function RunParameters({ run: { values } }: Pick<RunView, 'run'>) {
  if (values.length === 0) return null
  return (
    <section className="run-side-part">
      <h3>Parameters</h3>
      <Properties
        entries={values.map((parameter) => [parameter.label, <ParameterValue key={parameter.label} {...parameter} />])}
      />
    </section>
  )
}

interface LastRunsProps extends Pick<RunView, 'run'> {
  readonly earlier: readonly EarlierRun[]
}

export function LastRuns({ run, earlier }: LastRunsProps) {
  const lastFive = runsOnTarget(run, earlier).slice(0, 5)
  return (
    <section className="run-side-part">
      <h3>Last five runs here</h3>
      {lastFive.length === 0 ? <p className="dim">Never run here.</p> : null}
      <ul>
        {lastFive.map(({ id, status, start_time: start, end_time: end, created_at: created, created_by: starter }) => (
          <li key={id} className="last-run">
            <StateMark state={toRunState(status)} label={formatStatus(status)} />
            <Link className="link" href={runHref(id)}>
              <Moment at={created} />
            </Link>
            <span className="cut dim">{starter?.name}</span>
            <span className="tabular dim">
              {start === null || end === null ? null : formatTook(Date.parse(end) - Date.parse(start))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
