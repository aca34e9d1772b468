import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { findParameterError } from '#shared/playbooks/parameter-error.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { renderText, renderValue, type Environment } from './render.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { TemplateError } from '#relay/backend/templates/template-error.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import { HttpError, invalid } from '#relay/errors/http-error.ts'
import { isSealed, type ParameterValues } from './secret-parameters.ts'

const getLabel = ({ label, name }: PlaybookParameter) => label ?? name

/** Values of parameters as templates see them: references to resources become rows. */
export type ResolveParams = (values: ParameterValues) => Promise<Readonly<Record<string, unknown>>>

const switches: Readonly<Record<string, string>> = { yes: 'true', on: 'true', no: 'false', off: 'false' }

/** Documents write a checkbox as they write booleans: `yes`, `off`, `True`. */
const toPreset = ({ type }: PlaybookParameter, text: string): string => {
  const word = text.trim().toLowerCase()
  return type === 'checkbox' ? (switches[word] ?? word) : text
}

const renderDefault = async (
  parameter: PlaybookParameter,
  environment: Environment,
  params: ParameterValues,
  resolve: ResolveParams,
): Promise<string> => {
  if (parameter.default === undefined) return ''
  const text = String(parameter.default)
  try {
    const values = hasTemplate(text) ? { ...environment, params: await resolve(params) } : undefined
    return toPreset(parameter, values === undefined ? text : await renderText(text, values))
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw invalid(`Failed to fill in the default of the parameter ${getLabel(parameter)}. ${toErrorSentence(error)}`)
  }
}

/**
 * JavaScript syntax, evaluated in the sandbox because the author may write a slow expression. An invalid one
 * matches everything, a timeout nothing.
 */
const fits = async ({ properties }: PlaybookParameter, value: string): Promise<boolean> => {
  const { regex } = properties ?? {}
  if (regex === undefined) return true
  const javascript = 'try { new RegExp(regex).test(value) } catch (error) { true }'
  try {
    return (await evaluate({ javascript }, { regex, value })) === true
  } catch (error) {
    if (error instanceof TemplateError) return false
    throw error
  }
}

/** Options and limits can be templates over the target and the parameters before. */
const withFilledProperties = async (
  parameter: PlaybookParameter,
  environment: Environment,
  values: ParameterValues,
  resolve: ResolveParams,
): Promise<PlaybookParameter> => {
  const { properties } = parameter
  if (!hasTemplate(JSON.stringify(properties ?? {}))) return parameter
  const filled = await renderValue(properties, { ...environment, params: await resolve(values) })
  return { ...parameter, properties: filled as typeof properties }
}

export const resolveParameters = async (
  parameters: readonly PlaybookParameter[] | undefined,
  input: ParameterValues,
  environment: Environment,
  resolve: ResolveParams,
): Promise<ParameterValues> => {
  const all = parameters ?? []
  const unknown = Object.keys(input).filter((name) => !all.some((parameter) => parameter.name === name))
  if (unknown.length > 0) {
    const known =
      all.length === 0
        ? 'The playbook has no parameters.'
        : `The playbook has the parameters ${all.map(({ name }) => name).join(', ')}.`
    throw invalid(`Unknown parameter ${unknown.join(', ')}. ${known}`)
  }
  const values: Record<string, string> = {}
  for (const parameter of all) {
    const { name, required, type } = parameter
    const value = Object.hasOwn(input, name)
      ? (input[name] ?? '')
      : await renderDefault(parameter, environment, values, resolve)
    if (required === true && value.trim() === '') throw invalid(`The parameter ${getLabel(parameter)} is required.`)
    if (type === 'secret' && isSealed(value))
      throw invalid(`The secret ${getLabel(parameter)} of an earlier run cannot be reused. Enter it again.`)
    const filled = await withFilledProperties(parameter, environment, values, resolve)
    const error = value === '' ? null : findParameterError(filled, value, await fits(filled, value))
    if (error !== null) throw invalid(`Invalid parameter ${getLabel(parameter)}. ${error}.`)
    values[name] = value
  }
  return values
}

/** Security: omits the default of a secret. */
export const shownParameters = async (
  parameters: readonly PlaybookParameter[] | undefined,
  input: ParameterValues,
  environment: Environment,
  resolve: ResolveParams,
): Promise<PlaybookParameter[]> => {
  const values: Record<string, string> = {}
  const all: PlaybookParameter[] = []
  for (const parameter of parameters ?? []) {
    const { default: text, properties, ...rest } = parameter
    const own = Object.hasOwn(input, parameter.name) ? (input[parameter.name] ?? '') : ''
    const byDefault =
      text === undefined ? undefined : await renderDefault(parameter, environment, { ...input, ...values }, resolve)
    values[parameter.name] = own === '' ? (byDefault ?? '') : own
    const shown: PlaybookParameter = rest
    if (byDefault !== undefined && parameter.type !== 'secret') shown.default = byDefault
    const whole = properties === undefined ? shown : { ...shown, properties }
    const filled = await withFilledProperties(whole, environment, { ...input, ...values }, resolve)
    all.push(changeSecrets(filled, () => maskedSecret))
  }
  return all
}
