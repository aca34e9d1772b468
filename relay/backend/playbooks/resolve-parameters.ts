import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { parameterProblem } from '#shared/playbooks/parameter-problem.ts'
import { PlaybookError, sentenceOf } from '#relay/backend/playbooks/playbook-error.ts'
import { renderText, renderValue, type Environment } from '#relay/backend/playbooks/render.ts'
import { isSealed, type ParameterValues } from '#relay/backend/playbooks/secret-parameters.ts'

const labelOf = ({ label, name }: PlaybookParameter) => label ?? name

const defaultOf = (parameter: PlaybookParameter, environment: Environment, params: ParameterValues): string => {
  if (parameter.default === undefined) return ''
  try {
    return renderText(String(parameter.default), { ...environment, params })
  } catch (error) {
    throw new PlaybookError(
      400,
      `The default of the parameter ${labelOf(parameter)} cannot be filled in. ${sentenceOf(error)}`,
    )
  }
}

/**
 * The values that a run uses: those given, and templated defaults for those that are not, which read the parameters before
 * them. Throws a refusal that names the parameter: unknown, missing, or not of its type.
 */
export const resolveParameters = (
  parameters: readonly PlaybookParameter[] | undefined,
  given: ParameterValues,
  environment: Environment,
): ParameterValues => {
  const all = parameters ?? []
  const unknown = Object.keys(given).filter((name) => !all.some((parameter) => parameter.name === name))
  if (unknown.length > 0) {
    const known = all.length === 0 ? 'It has none.' : `It has ${all.map(({ name }) => name).join(', ')}.`
    throw new PlaybookError(400, `The playbook has no parameter ${unknown.join(', ')}. ${known}`)
  }
  const values: Record<string, string> = {}
  for (const parameter of all) {
    const { name, required, type } = parameter
    const value = Object.hasOwn(given, name) ? (given[name] ?? '') : defaultOf(parameter, environment, values)
    if (required === true && value === '')
      throw new PlaybookError(400, `The parameter ${labelOf(parameter)} is required.`)
    if (type === 'secret' && isSealed(value))
      throw new PlaybookError(
        400,
        `The secret ${labelOf(parameter)} of an earlier run cannot be used again; enter it anew.`,
      )
    const problem = value === '' ? null : parameterProblem(parameter, value)
    if (problem !== null) throw new PlaybookError(400, `The parameter ${labelOf(parameter)} is not right. ${problem}.`)
    values[name] = value
  }
  return values
}

/** The parameters as the dialog shows them: defaults and options filled in; a secret's default stays here. */
export const shownParameters = (
  parameters: readonly PlaybookParameter[] | undefined,
  given: ParameterValues,
  environment: Environment,
): PlaybookParameter[] => {
  const values: Record<string, string> = {}
  return (parameters ?? []).map((parameter) => {
    const { default: text, properties, ...rest } = parameter
    const own = Object.hasOwn(given, parameter.name) ? (given[parameter.name] ?? '') : ''
    const byDefault = text === undefined ? undefined : defaultOf(parameter, environment, { ...given, ...values })
    values[parameter.name] = own === '' ? (byDefault ?? '') : own
    const shown: PlaybookParameter = rest
    if (byDefault !== undefined && parameter.type !== 'secret') shown.default = byDefault
    if (properties !== undefined) {
      shown.properties = renderValue(properties, {
        ...environment,
        params: { ...given, ...values },
      }) as typeof properties
    }
    return shown
  })
}
