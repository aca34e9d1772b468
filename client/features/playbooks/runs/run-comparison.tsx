import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { playbookRun } from '#shared/playbooks/playbook-topics.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { TextDiff } from '#client/ui/editor/text-diff.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Moment } from '#client/ui/moment.tsx'
import type { ActionDetail } from '#shared/playbooks/action-row.ts'
import { plainText } from '#client/lib/text/ansi-segments.ts'
import { compareDurations, compareParameters } from './compare-runs.ts'
import { formatTook } from './format-took.ts'
import { ParameterValue } from './parameter-value.tsx'
import { actionQuery } from './run-api.ts'
import { runHref } from './run-links.ts'
import { toRunView, type RunStep, type RunView } from './run-view.ts'

/** stdout, then stderr, as displayed: their order is not stored. Without both, the whole result. */
export const outputText = (result: ActionDetail['result']): string => {
  const streams = ['stdout', 'stderr'].flatMap((name) => {
    const text = result?.[name]
    return typeof text === 'string' && text !== '' ? [text.replace(/\n$/, '')] : []
  })
  if (streams.length > 0) return streams.join('\n').split('\n').map(plainText).join('\n')
  return result === null ? '' : JSON.stringify(result, null, 2)
}

interface RunComparisonProps {
  readonly view: RunView
  readonly otherId: string
  readonly step: RunStep | null
  readonly onClose: () => void
}

export function RunComparison({ view, otherId, step, onClose }: RunComparisonProps) {
  const params = useMemo(() => ({ runId: otherId }), [otherId])
  const { status, rows, reason } = useTopic(playbookRun, params)
  const other = useMemo(() => toRunView(rows.values()), [rows])
  return (
    <section className="run-comparison" aria-label="Comparison with the last successful run">
      <header>
        <h3>
          Compared with{' '}
          <Link className="link" href={runHref(otherId)}>
            the last successful run
          </Link>{' '}
          {other === null ? null : <Moment at={other.run.end_time} />}
        </h3>
        <Button small onClick={onClose}>
          Close comparison
        </Button>
      </header>
      {other !== null ? (
        <Compared view={view} other={other} step={step} />
      ) : status === 'loading' ? (
        <SkeletonRows label="Loading the last successful run" />
      ) : (
        <EmptyState title="The last successful run is not available">{reason}</EmptyState>
      )}
    </section>
  )
}

interface ComparedProps {
  readonly view: RunView
  readonly other: RunView
  readonly step: RunStep | null
}

function Compared({ view, other, step }: ComparedProps) {
  const parameters = compareParameters(other.run.values, view.run.values).map(({ name, before, after, isChanged }) => ({
    name,
    isChanged,
    before: before === null ? null : <ParameterValue {...before} />,
    after: after === null ? null : <ParameterValue {...after} />,
  }))
  const durations = compareDurations(other.steps, view.steps)
  const otherStep = other.steps.find(({ name }) => name === step?.name)
  return (
    <>
      {parameters.length === 0 ? null : <PairTable title="Parameters" rows={parameters} />}
      <PairTable
        title="Durations"
        rows={durations.map(({ name, before, after, isChanged }) => ({
          name,
          before: before === null ? null : formatTook(before),
          after: after === null ? null : formatTook(after),
          isChanged,
        }))}
      />
      {step === null ? null : <OutputDiff step={step} other={otherStep} />}
    </>
  )
}

interface PairTableProps {
  readonly title: string
  readonly rows: readonly {
    readonly name: string
    readonly before: React.ReactNode
    readonly after: React.ReactNode
    readonly isChanged: boolean
  }[]
}

function PairTable({ title, rows }: PairTableProps) {
  return (
    <table className="run-comparison-table">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Last success</th>
          <th scope="col">This run</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, before, after, isChanged }) => (
          <tr key={name} data-changed={isChanged ? '' : undefined}>
            <th scope="row">{name}</th>
            <td>{before ?? <span className="faint">–</span>}</td>
            <td>{after ?? <span className="faint">–</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const useOutput = (step: RunStep | undefined) => {
  const last = step?.tries.at(-1)
  const { data, error } = useQuery({
    ...actionQuery(last?.id ?? '', last?.status ?? ''),
    enabled: last !== undefined,
  })
  return { text: last === undefined ? '' : data === undefined ? null : outputText(data?.result ?? null), error }
}

function OutputDiff({ step, other }: { readonly step: RunStep; readonly other: RunStep | undefined }) {
  const [before, after] = [useOutput(other), useOutput(step)]
  const error = before.error ?? after.error
  if (error !== null) return <EmptyState title="Could not load the output">{error.message}</EmptyState>
  if (before.text === null || after.text === null) return <SkeletonRows label="Loading output" />
  if (before.text === after.text) return <p className="dim">The output of {step.name} is the same.</p>
  return <TextDiff label={`Output of ${step.name}`} before={before.text} after={after.text} />
}
