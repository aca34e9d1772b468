import { useEffect, useRef } from 'react'
import type { LinkContext, LinkEvent } from '#machines/incidents/link-types.ts'
import { severityOptions, typeOptions } from '#client/features/incidents/incident-options.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { ChoiceList } from './choice-list.tsx'

export const made = 'new'

export interface LinkPartProps {
  readonly context: LinkContext
  readonly errors: Readonly<Partial<Record<'incident' | 'hypothesis' | 'severity' | 'type', string>>>
  readonly send: (event: LinkEvent) => void
}

const facts = [
  { name: 'type', label: 'Type', options: typeOptions },
  { name: 'severity', label: 'Severity', options: severityOptions },
] as const

function NewIncidentFacts({ context, errors, send }: LinkPartProps) {
  return (
    <div className="link-pair">
      {facts.map(({ name, label, options }) => (
        <Field key={name} label={label} error={errors[name]}>
          {({ id, describedBy }) => (
            <OptionSelect
              id={id}
              aria-describedby={describedBy}
              fill
              none="Choose one"
              options={options}
              value={context[name]}
              onChange={(value) => send({ type: 'field.type', name, value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

interface IncidentPartProps extends LinkPartProps {
  readonly isFound: boolean
}

export function IncidentPart({ isFound, ...part }: IncidentPartProps) {
  const { context, errors, send } = part
  const { incident, found, query } = context
  const title = query.trim()
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => search.current?.focus(), [])
  if (incident === null)
    return (
      <>
        <SearchInput
          label="Search incidents"
          placeholder="Search incidents, or type the title of a new one"
          value={query}
          inputRef={search}
          onEnter={() => send({ type: 'query.enter' })}
          onChange={(next) => send({ type: 'query.type', query: next })}
        />
        <ChoiceList
          label="Incident"
          chosen={null}
          error={errors.incident}
          choices={[
            ...found.map((each) => ({ id: each.id, label: `${each.number} ${each.title}`, end: each.status })),
            ...(title === '' ? [] : [{ id: made, label: `New incident “${title}”` }]),
          ]}
          onChoose={(id) => {
            const existing = found.find((each) => each.id === id)
            const chosen = existing && ({ kind: 'existing', incident: existing } as const)
            send({ type: 'incident.choose', incident: chosen ?? { kind: 'new', title } })
          }}
        />
        {isFound && found.length === 0 && title === '' ? (
          <p className="dim">No open incidents. Type a title to create one.</p>
        ) : null}
      </>
    )
  const isNew = incident.kind === 'new'
  return (
    <>
      <div className="link-incident">
        <span className="cut">
          <span className="faint">{isNew ? 'new incident' : incident.incident.number} </span>
          <b>{isNew ? incident.title : incident.incident.title}</b>
        </span>
        <Button look="minimal" onClick={() => send({ type: 'incident.clear' })}>
          Choose another
        </Button>
      </div>
      {isNew ? <NewIncidentFacts {...part} /> : null}
    </>
  )
}
