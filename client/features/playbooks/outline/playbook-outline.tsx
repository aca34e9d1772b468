import { useMemo } from 'react'
import { actionKinds } from '#shared/playbooks/playbook-spec.ts'
import { playbookJsonSchema } from '#client/features/playbooks/playbook-spec-check.ts'
import { fieldsAt, type SchemaField } from '#client/ui/editor/schema-fields.ts'
import { findStepAt, outlineSteps, type OutlinedStep } from './outline-steps.ts'
import './playbook-outline.css'

interface PlaybookOutlineProps {
  readonly text: string
  readonly cursor: number
  readonly onGo: (offset: number) => void
}

export function PlaybookOutline({ text, cursor, onGo }: PlaybookOutlineProps) {
  const steps = useMemo(() => outlineSteps(text), [text])
  const current = findStepAt(steps, cursor)
  return (
    <section className="playbook-outline" aria-label="Outline">
      <h3>
        Steps <span className="faint">{steps.length}</span>
      </h3>
      {steps.length === 0 ? <p className="faint">Steps appear here as you add them under actions.</p> : null}
      <ol>
        {steps.map((step) => (
          <li key={step.from}>
            <button
              type="button"
              className="playbook-outline-step"
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onGo(step.from)}
            >
              <b className="cut">{step.name}</b> <span className="faint">{step.kind || 'no action yet'}</span>
              {step.condition === null ? null : <code className="cut dim">if {step.condition}</code>}
            </button>
          </li>
        ))}
      </ol>
      {current === null ? (
        <p className="faint">Place the cursor in a step to see its fields.</p>
      ) : (
        <StepFields step={current} />
      )}
    </section>
  )
}

const kinds: ReadonlySet<string> = new Set(actionKinds)

function StepFields({ step: { kind, keys, kindKeys } }: { readonly step: OutlinedStep }) {
  const stepFields = useMemo(
    () => fieldsAt(playbookJsonSchema, ['actions', 0]).filter(({ name }) => !kinds.has(name)),
    [],
  )
  const kindFields = useMemo(() => (kind === '' ? [] : fieldsAt(playbookJsonSchema, ['actions', 0, kind])), [kind])
  return (
    <>
      {kind === '' ? (
        <p className="dim">Add one action: {actionKinds.join(', ')}.</p>
      ) : (
        <Fields title={`Fields of ${kind}`} fields={kindFields} present={kindKeys} />
      )}
      <Fields title="Fields of the step" fields={stepFields} present={keys} />
    </>
  )
}

interface FieldsProps {
  readonly title: string
  readonly fields: readonly SchemaField[]
  readonly present: readonly string[]
}

function Fields({ title, fields, present }: FieldsProps) {
  if (fields.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <dl className="playbook-outline-fields">
        {fields.map(({ name, type, about }) => (
          <div key={name} data-set={present.includes(name) ? '' : undefined}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {about === '' ? null : <span>{about} </span>}
              <span className="faint">{type}</span>
            </dd>
            {present.includes(name) ? <dd className="faint">set</dd> : null}
          </div>
        ))}
      </dl>
    </>
  )
}
