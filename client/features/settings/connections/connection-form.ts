import { z } from 'zod'
import { keepsAddress, validateFields } from '#shared/connections/connection-row.ts'
import type { ConnectionType } from '#shared/connections/connection-types.ts'

const connectionFormSchema = z.object({
  name: z.string(),
  namespace: z.string(),
  values: z.record(z.string(), z.string()),
})
export type ConnectionForm = z.infer<typeof connectionFormSchema>

/** A partly masked address cannot be rebuilt from the other fields: when these change, it must be entered again. */
export const connectionSchema = (type: ConnectionType, initial: ConnectionForm) =>
  connectionFormSchema
    .extend({
      name: z.string().trim().min(1, 'This field is required'),
      namespace: z.string().trim().min(1, 'This field is required'),
    })
    .superRefine(({ values }, context) => {
      for (const [name, message] of Object.entries(validateFields(type, values))) {
        context.addIssue({ code: 'custom', path: ['values', name], message })
      }
      const hidden = type.fields.find(({ at, input }) => at === null && input === 'text')
      if (hidden === undefined || !keepsAddress(type.fields, values)) return
      if (type.fields.every(({ name }) => values[name] === initial.values[name])) return
      const message = 'Enter this value again: it contains the other fields, and the stored value cannot be shown.'
      context.addIssue({ code: 'custom', path: ['values', hidden.name], message })
    })

export const referenceTo = ({ namespace, name }: Pick<ConnectionForm, 'namespace' | 'name'>): string =>
  `connection://${namespace}/${name}`

/** Addresses are visible to everyone who can read the list. */
export const hasPassword = (address: string): boolean => /:\/\/[^/@\s:]*:(?!\$\(|\*\*\*)[^@/\s]+@/.test(address)
