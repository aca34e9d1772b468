import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import { type ParameterValues, getValue } from '#shared/playbooks/parameter-value.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { playbookRun } from '#shared/playbooks/playbook-topics.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import type { RunParameter } from '#shared/playbooks/run-part.ts'
import { lastRunQuery } from './run-api.ts'

/** Values of an earlier run that the form does not show yet. Secrets are never among them. */
export const listReusableValues = (
  parameters: readonly PlaybookParameter[],
  typed: ParameterValues,
  earlier: readonly RunParameter[],
): readonly { readonly name: string; readonly value: string }[] =>
  earlier.flatMap(({ name, value, secret }) => {
    const parameter = parameters.find((one) => one.name === name)
    const isNew = !secret && value !== null && parameter !== undefined && getValue(parameter, typed) !== value
    return isNew ? [{ name, value }] : []
  })

interface LastParametersProps {
  readonly playbookId: string
  readonly target: RunTarget | null
  readonly parameters: readonly PlaybookParameter[]
  readonly typed: ParameterValues
  readonly onUse: (values: ReturnType<typeof listReusableValues>) => void
}

export function LastParameters(props: LastParametersProps) {
  const { data: last } = useQuery(lastRunQuery(props.playbookId, props.target))
  return last == null ? null : <Offer {...props} runId={last.id} startedAt={last.created_at} />
}

interface OfferProps extends LastParametersProps {
  readonly runId: string
  readonly startedAt: string
}

function Offer({ runId, startedAt, parameters, typed, onUse }: OfferProps) {
  const params = useMemo(() => ({ runId }), [runId])
  const { rows } = useTopic(playbookRun, params)
  const run = [...rows.values()].find((part) => part.kind === 'run')
  const values = listReusableValues(parameters, typed, run?.values ?? [])
  if (values.length === 0) return null
  return (
    <p className="run-last-params">
      <Button small onClick={() => onUse(values)}>
        Use the parameters of the last run
      </Button>
      <span className="faint">
        {run?.created_by == null ? null : `by ${run.created_by.name}, `}
        <Age at={startedAt} /> ago
      </span>
    </p>
  )
}
