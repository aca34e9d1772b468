import { useMemo, useState } from 'react'
import { isMap } from '#shared/primitives/is-map.ts'
import type { IntegrationChart } from '#shared/settings/integration-charts.ts'
import type { ChartInstall } from '#machines/settings/integration-wizard-machine.ts'
import { jsonSchemaCheck } from '#client/domain/resources/json-schema-check.ts'
import { inZone } from '#client/lib/time/in-zone.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { CodeEditor } from '#client/ui/editor/code-editor.tsx'
import { readSpec } from '#client/ui/editor/spec-document.ts'
import { TextDiff } from '#client/ui/editor/text-diff.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { changedValues, fluxSnippet, helmSnippet, findIntervalError, findNamespaceError } from './install-snippets.ts'

interface ChartInstallFormProps {
  readonly chart: IntegrationChart
  readonly install: ChartInstall
  readonly onChange: (change: Partial<ChartInstall>) => void
}

const tabs = [
  { id: 'flux', label: 'Flux' },
  { id: 'helm', label: 'Helm CLI' },
]
const toMap = (value: unknown) => (isMap(value) ? value : {})

function ChartSource({ chart: { source, version, at, reason } }: Pick<ChartInstallFormProps, 'chart'>) {
  if (source === 'registry') return <p className="faint">{`Chart ${version ?? ''} from the registry`}</p>
  return (
    <Callout tone="warn" title={`Embedded copy from ${inZone(Date.parse(at), 'UTC').format('YYYY-MM-DD')}.`}>
      {`It is used because ${reason ?? 'the registry could not be reached'}. The latest chart is installed; it may have more values.`}
    </Callout>
  )
}

function TextInput({
  label,
  value,
  help,
  error,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly help?: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}) {
  return (
    <Field label={label} help={help} error={error}>
      {({ id, describedBy }) => (
        <input
          id={id}
          className="bp6-input mono"
          aria-describedby={describedBy}
          aria-invalid={error !== undefined}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

export function ChartInstallForm({ chart, install, onChange }: ChartInstallFormProps) {
  const [tab, setTab] = useState('flux')
  const { namespace, interval } = install
  const values = install.values ?? chart.values
  const check = useMemo(() => (chart.schema === null ? undefined : jsonSchemaCheck(chart.schema)), [chart])
  const { value, diagnostics: errors } = useMemo(() => readSpec(values, check), [values, check])
  const defaults = useMemo(() => toMap(readSpec(chart.values).value), [chart])
  const isReadable = values.trim() === '' || isMap(value)
  const fieldErrors = [findNamespaceError(namespace), findIntervalError(interval)]
  const [first] = errors
  const isComplete = isReadable && fieldErrors.every((error) => error === undefined)
  const changed = isReadable ? changedValues(defaults, toMap(value)) : {}
  const snippet = tab === 'flux' ? fluxSnippet(chart, install, changed) : helmSnippet(chart, install, changed)
  const valuesError =
    first === undefined ? (isReadable ? undefined : 'Values must be a map') : `line ${first.line}: ${first.message}`
  return (
    <div className="wizard-install">
      <section aria-label="Chart settings">
        <ChartSource chart={chart} />
        <TextInput
          label="Namespace"
          value={namespace}
          error={fieldErrors[0]}
          onChange={(next) => onChange({ namespace: next })}
        />
        <TextInput
          label="Interval"
          value={interval}
          help="How often Flux checks for changes"
          error={fieldErrors[1]}
          onChange={(next) => onChange({ interval: next })}
        />
        <h3>Values</h3>
        <CodeEditor
          key={chart.id}
          label="Values"
          value={values}
          schema={chart.schema ?? undefined}
          check={check}
          onChange={(next) => onChange({ values: next })}
        />
        {valuesError === undefined ? null : (
          <p className="resource-error" role="status">
            <StateMark state="unhealthy" label="" /> {valuesError}
          </p>
        )}
      </section>
      <section aria-label="Install">
        <Tabs
          label="Install method"
          tabs={tabs}
          selected={tab}
          panelId="wizard-snippet"
          onSelect={setTab}
          end={isComplete ? <CopyButton text={snippet}>Copy</CopyButton> : undefined}
        />
        <div id="wizard-snippet" role="tabpanel" aria-label={tab === 'flux' ? 'Flux' : 'Helm CLI'}>
          {isComplete ? (
            <pre className="wizard-snippet mono">{snippet}</pre>
          ) : (
            <p className="dim">Fix the settings to see the snippet.</p>
          )}
        </div>
      </section>
      <section aria-label="Changes">
        <TextDiff label="Changed values" before={chart.values} after={values} />
        <h3>Resources created in the cluster</h3>
        <ul>
          <li>{`Namespace ${namespace}, if it does not exist`}</li>
          {tab === 'flux' ? <li>HelmRepository flanksource</li> : null}
          <li>{`${tab === 'flux' ? 'HelmRelease' : 'Release'} ${chart.name}`}</li>
        </ul>
      </section>
    </div>
  )
}
