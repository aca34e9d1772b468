import { z } from 'zod'
import { findFieldError, type ParameterValues } from '#shared/playbooks/parameter-value.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'

export type ParameterForm = Readonly<Record<string, string | undefined>>

/** react-hook-form reads `.` and `[` in a field name as a path, so other characters are escaped. */
export const fieldKey = (name: string): string =>
  `p${name.replace(/[^A-Za-z0-9]/gu, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`)}`

export const toForm = (values: ParameterValues): ParameterForm =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [fieldKey(name), value]))

export const toTypedValues = ({ name }: PlaybookParameter, typed: string | undefined): ParameterValues =>
  typed === undefined ? {} : Object.fromEntries([[name, typed]])

export const parametersSchema = (parameters: readonly PlaybookParameter[]) =>
  z.record(z.string(), z.string().optional()).superRefine((form, context) => {
    for (const parameter of parameters) {
      const key = fieldKey(parameter.name)
      const message = findFieldError(parameter, toTypedValues(parameter, form[key]))
      if (message !== null) context.addIssue({ code: 'custom', path: [key], message })
    }
  })
