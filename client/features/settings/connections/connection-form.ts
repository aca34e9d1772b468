import { z } from 'zod'
import { problemsOf } from '#shared/connections/connection-row.ts'
import type { ConnectionType } from '#shared/connections/connection-types.ts'

/** What the form of a connection holds. */
const connectionFormSchema = z.object({
  name: z.string(),
  namespace: z.string(),
  values: z.record(z.string(), z.string()),
})
export type ConnectionForm = z.infer<typeof connectionFormSchema>

/** The form of a type, with what is wrong at its fields (ledger SET-64, SET-65). */
export const connectionSchema = (type: ConnectionType) =>
  connectionFormSchema
    .extend({
      name: z.string().trim().min(1, 'Name is required.'),
      namespace: z.string().trim().min(1, 'Namespace is required.'),
    })
    .superRefine(({ values }, context) => {
      for (const [name, message] of Object.entries(problemsOf(type, values))) {
        context.addIssue({ code: 'custom', path: ['values', name], message })
      }
    })

/** How a connection is referred to in documents. */
export const referenceTo = ({ namespace, name }: Pick<ConnectionForm, 'namespace' | 'name'>): string =>
  `connection://${namespace}/${name}`

/** Whether a password stands in an address, where everybody who sees the list reads it. */
export const hasPassword = (address: string): boolean => /:\/\/[^/@\s:]*:(?!\$\(|\*\*\*)[^@/\s]+@/.test(address)
