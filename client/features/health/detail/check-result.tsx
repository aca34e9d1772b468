import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CheckReport, Timings } from '#shared/health/check-report.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { formatCurl } from '#shared/health/curl.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Waterfall } from '#client/ui/charts/waterfall.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { CheckArtifacts } from './check-artifacts.tsx'
import { reportQuery } from './health-api.ts'
import { LoadFailure } from './load-failure.tsx'
import { ResultPart } from './result-part.tsx'

const phaseNames = [
  ['dns', 'DNS'],
  ['connect', 'Connect'],
  ['tls', 'TLS'],
  ['firstByte', 'First byte'],
  ['transfer', 'Transfer'],
] as const satisfies readonly (readonly [keyof Timings, string])[]

function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways must be reachable by keys
    <pre className="health-example" tabIndex={0} aria-label={label} role="region">
      <code>{text}</code>
    </pre>
  )
}

function Response({ response }: { readonly response: NonNullable<CheckReport['response']> }) {
  const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <ResultPart title="Response">
      <Code label="Response head" text={[`HTTP ${response.code}`, ...lines].join('\n')} />
    </ResultPart>
  )
}

function Metrics({ metrics }: { readonly metrics: CheckReport['metrics'] }) {
  return (
    <ResultPart title="Metrics">
      <table className="check-result-metrics">
        <tbody>
          {metrics.map(({ name, type, labels, value }) => (
            <tr key={`${name} ${JSON.stringify(labels)}`}>
              <th scope="row">
                <span className="mono">{name}</span>
                {Object.entries(labels).map(([key, text]) => (
                  <Tag key={key} name={key}>
                    {text}
                  </Tag>
                ))}
              </th>
              <td className="faint">{type}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ResultPart>
  )
}

interface FailedTestProps {
  readonly expression: string
  readonly values: readonly (readonly [path: string, text: string])[]
}

function FailedTest({ expression, values }: FailedTestProps) {
  return (
    <ResultPart title="Failed test">
      <Code label="Test" text={expression} />
      <table className="check-result-metrics" aria-label="Values that the test read">
        <tbody>
          {values.map(([path, text]) => (
            <tr key={path}>
              <th scope="row" className="mono">
                {path}
              </th>
              <td className="check-result-actual">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ResultPart>
  )
}

function Assertion({ assertion }: { readonly assertion: NonNullable<CheckReport['assertion']> }) {
  const { expression, expected, actual, values = [] } = assertion
  if (expression !== undefined && values.length > 0) return <FailedTest expression={expression} values={values} />
  return (
    <ResultPart title="Failed assertion">
      <Properties
        entries={[
          ['Test', expression === undefined ? undefined : <code key="test">{expression}</code>],
          ['Expected', <span key="expected">{expected}</span>],
          [
            'Actual',
            <b key="actual" className="check-result-actual">
              {actual}
            </b>,
          ],
        ]}
      />
    </ResultPart>
  )
}

function Report({ report }: { readonly report: CheckReport }) {
  const { assertion, request, response, timings, stages = [], metrics } = report
  const phases = phaseNames.flatMap(([key, name]) => {
    const ms = timings?.[key]
    return typeof ms === 'number' ? [{ name, ms }] : []
  })
  const curl = request === undefined ? '' : formatCurl(request)
  return (
    <>
      {assertion === undefined ? null : <Assertion assertion={assertion} />}
      {request === undefined ? null : (
        <ResultPart title="Request" aside={<CopyButton text={curl} label="Copy request" />}>
          <Code label="Request as a curl command" text={curl} />
          {curl.includes('***') ? <p className="faint">Replace *** with the secrets, which are not stored.</p> : null}
        </ResultPart>
      )}
      {response === undefined ? null : <Response response={response} />}
      {phases.length === 0 ? null : (
        <ResultPart title="Timings">
          <Waterfall label="Timings" phases={phases} />
        </ResultPart>
      )}
      {stages.length === 0 ? null : (
        <ResultPart title="Stages">
          <Waterfall
            label="Stages"
            phases={stages.map(({ name, ms, pass }) => ({ name: pass ? name : `${name} (failed)`, ms }))}
          />
        </ResultPart>
      )}
      {metrics.length === 0 ? null : <Metrics metrics={metrics} />}
    </>
  )
}

export function CheckResult({ check }: { readonly check: CheckRow }) {
  const {
    data: report,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...reportQuery(check.id, check.lastRuntime),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <SkeletonRows label="Loading last result" />
  if (error !== null) {
    return <LoadFailure of="the last result" error={error} onRetry={refetch} />
  }
  const since = toCheckState(check) === 'unhealthy' ? check.lastTransition : null
  return (
    <div className="check-result">
      <Properties
        entries={[
          ['Result', report === null ? undefined : <Moment key="time" at={report.time} />],
          ['Unhealthy since', since === null ? undefined : <Moment key="since" at={since} />],
          ['Depends on', check.dependsOn.length === 0 ? undefined : check.dependsOn.join(', ')],
        ]}
      />
      {report === null ? (
        <EmptyState title="No result to explain">The backend has stored no result of this check yet.</EmptyState>
      ) : (
        <Report report={report} />
      )}
      <CheckArtifacts check={check} />
    </div>
  )
}
