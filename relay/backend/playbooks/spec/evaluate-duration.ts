import { parseDurationText } from '#shared/playbooks/duration-field.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import { renderText, type Environment } from './render.ts'

/** Milliseconds; undefined for an empty result, such as of a parameter without a value. Security: the result of a template is never evaluated as an expression. */
export const evaluateDuration = async (text: string, environment: Environment): Promise<number | undefined> => {
  const value = hasTemplate(text)
    ? await renderText(text, environment)
    : parseDurationText(text) === null
      ? await evaluate({ expr: text }, environment)
      : text
  if (typeof value === 'string' && value.trim() === '') return undefined
  const ms = typeof value === 'string' || typeof value === 'number' ? parseDurationText(String(value)) : null
  if (ms !== null) return ms
  throw new Error(`${text} must be a duration such as 30s, got ${JSON.stringify(value)}`)
}

export const isDurationExpression = (text: string): boolean => !hasTemplate(text) && parseDurationText(text) === null
