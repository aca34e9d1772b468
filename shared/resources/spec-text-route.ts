import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { specMaxLength } from './dry-run-route.ts'
import { isTableWith, tablesWith, type TableWith } from './resource-kinds.ts'

/** Kinds whose spec is one column that people write as YAML; that of a notification rule is several. */
export type SpecTextTable = Exclude<TableWith<'specSchema'>, 'notifications'>

export const hasSpecText = (table: string): table is SpecTextTable =>
  isTableWith(table, 'specSchema') && table !== 'notifications'

const specTextTables = tablesWith('specSchema').filter(hasSpecText)

const row = z.object({ table: z.enum(specTextTables), id: idSchema })
/** Has the value of the stored spec, with its secrets as `***`. Null without one. */
const response = z.object({ text: z.string().nullable() })

export const specTextRoute = contract({
  method: 'GET',
  path: '/api/resources/spec-text',
  embeddedOnly: true,
  query: row,
  response,
})

export const saveSpecTextRoute = contract({
  method: 'POST',
  path: '/api/resources/spec-text',
  embeddedOnly: true,
  body: row.extend({ text: z.string().max(specMaxLength) }),
  response,
})
