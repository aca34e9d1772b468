import { z } from 'zod'
import { findFieldError, type ParameterValues } from '#shared/playbooks/parameter-value.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'

/** What is typed, by `fieldKey`; a parameter that nobody touched has none. */
export type ParameterForm = Readonly<Record<string, string | undefined>>

/** The form's name of a parameter, whose own may hold what the form reads as a path. */
export const fieldKey = (name: string): string =>
  `p${name.replace(/[^A-Za-z0-9]/gu, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`)}`

export const toForm = (values: ParameterValues): ParameterForm =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [fieldKey(name), value]))

/** What one parameter's field holds, as `valueOf` and `fieldProblem` take it. */
export const toTypedValues = ({ name }: PlaybookParameter, typed: string | undefined): ParameterValues =>
  typed === undefined ? {} : Object.fromEntries([[name, typed]])

/** What may be sent for the parameters of a playbook. */
export const parametersSchema = (parameters: readonly PlaybookParameter[]) =>
  z.record(z.string(), z.string().optional()).superRefine((form, context) => {
    for (const parameter of parameters) {
      const key = fieldKey(parameter.name)
      const message = findFieldError(parameter, toTypedValues(parameter, form[key]))
      if (message !== null) context.addIssue({ code: 'custom', path: [key], message })
    }
  })
