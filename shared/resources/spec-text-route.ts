import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { specMaxLength } from './dry-run-route.ts'

/** Kinds whose spec is one column that people write as YAML. */
export const specTextTables = [
  'canaries',
  'config_scrapers',
  'topologies',
  'playbooks',
  'incident_rules',
  'logging_backends',
] as const
export type SpecTextTable = (typeof specTextTables)[number]

export const hasSpecText = (table: string): table is SpecTextTable => specTextTables.some((one) => one === table)

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
