import { z } from 'zod'
import { incidentPersonSchema, personColumns } from '#shared/incidents/incident-person.ts'
import { logLineSchema } from '#shared/logs/log-routes.ts'
import { nullableText, orNull } from '#shared/primitives/row-values.ts'

const embedded = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullish()

const storedSchema = z
  .object({
    lines: z.array(logLineSchema).nullish().catch(null),
    selected_lines: z.record(z.string(), z.string()).nullish().catch(null),
    start: nullableText.catch(null),
    end: nullableText.catch(null),
    playbook_run_id: nullableText.catch(null),
  })
  .nullish()
  .catch(null)

const itemShape = { id: z.string(), name: nullableText, type: nullableText }
export const evidenceSchema = z.object({
  id: z.string(),
  type: z.string(),
  description: z.string(),
  created_at: nullableText,
  created_by: incidentPersonSchema.nullish().transform((person) => person ?? null),
  check_id: nullableText,
  config_id: nullableText,
  config_change_id: nullableText,
  config_analysis_id: nullableText,
  component_id: nullableText,
  checks: embedded({ id: z.string(), name: nullableText, status: nullableText, deleted_at: nullableText }),
  configs: embedded({ ...itemShape, health: nullableText, status: nullableText, deleted_at: nullableText }),
  components: embedded({
    ...itemShape,
    health: nullableText,
    status: nullableText,
    status_reason: nullableText,
    deleted_at: nullableText,
  }),
  config_changes: embedded({
    id: z.string(),
    change_type: nullableText,
    summary: nullableText,
    severity: nullableText,
    created_at: nullableText,
    external_created_by: nullableText,
    config_id: nullableText,
    configs: embedded(itemShape),
  }),
  config_analysis: embedded({
    id: z.string(),
    analyzer: nullableText,
    summary: nullableText,
    message: nullableText,
    severity: nullableText,
    status: nullableText,
    first_observed: nullableText,
    config_id: nullableText,
    configs: embedded(itemShape),
  }),
  evidence: storedSchema,
  definition_of_done: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  done: orNull(z.boolean()),
  script: nullableText,
  script_result: nullableText,
})
export type Evidence = z.infer<typeof evidenceSchema>

export const evidenceColumns = [
  'id,type,description,created_at,evidence,definition_of_done,done,script,script_result',
  'check_id,config_id,config_change_id,config_analysis_id,component_id',
  `created_by(${personColumns})`,
  'checks(id,name,status,deleted_at)',
  'configs(id,name,type,health,status,deleted_at)',
  'components(id,name,type,health,status,status_reason,deleted_at)',
  'config_changes(id,change_type,summary,severity,created_at,external_created_by,config_id,configs(id,name,type))',
  'config_analysis(id,analyzer,summary,message,severity,status,first_observed,config_id,configs(id,name,type))',
].join(',')
