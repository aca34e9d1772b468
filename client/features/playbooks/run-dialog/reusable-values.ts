import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { getValue, type ParameterValues } from '#shared/playbooks/parameter-value.ts'
import type { RunParameter } from '#shared/playbooks/run-part.ts'

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
