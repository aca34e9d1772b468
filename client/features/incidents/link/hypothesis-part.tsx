import { Field } from '#client/ui/form/field.tsx'
import { ChoiceList } from './choice-list.tsx'
import { made, type LinkPartProps } from './incident-part.tsx'

interface HypothesisPartProps extends LinkPartProps {
  readonly isLoading: boolean
}

export function HypothesisPart({ context, errors, send, isLoading }: HypothesisPartProps) {
  const { incident, hypothesis, hypotheses } = context
  if (incident === null) return null
  const isNew = hypothesis?.kind === 'new'
  return (
    <>
      {incident.kind === 'new' || isLoading ? null : (
        <ChoiceList
          label="Hypothesis"
          chosen={hypothesis === null ? null : isNew ? made : hypothesis.id}
          error={errors.hypothesis}
          choices={[
            ...hypotheses.map((each) => ({ id: each.id, label: each.title, end: `${each.type}, ${each.status}` })),
            { id: made, label: 'Create a hypothesis', end: 'root, possible' },
          ]}
          onChoose={(id) =>
            send({
              type: 'hypothesis.choose',
              hypothesis: id === made ? { kind: 'new', title: '' } : { kind: 'existing', id },
            })
          }
        />
      )}
      {incident.kind === 'new' || isNew ? (
        <Field
          label="Possible cause"
          help={incident.kind === 'new' ? 'Defaults to the title of the incident.' : undefined}
        >
          {({ id, describedBy }) => (
            <input
              id={id}
              aria-describedby={describedBy}
              className="bp6-input"
              autoComplete="off"
              value={isNew ? hypothesis.title : ''}
              onChange={(event) =>
                send({ type: 'hypothesis.choose', hypothesis: { kind: 'new', title: event.currentTarget.value } })
              }
            />
          )}
        </Field>
      ) : null}
    </>
  )
}
