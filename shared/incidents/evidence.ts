import { z } from 'zod'
import { incidentPersonSchema, personColumns } from '#shared/incidents/incident-person.ts'
import { logLineSchema } from '#shared/logs/log-routes.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
const embedded = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullish()

const storedSchema = z
  .object({
    lines: z.array(logLineSchema).nullish().catch(null),
    selected_lines: z.record(z.string(), z.string()).nullish().catch(null),
    start: text.catch(null),
    end: text.catch(null),
    playbook_run_id: text.catch(null),
  })
  .nullish()
  .catch(null)

const itemShape = { id: z.string(), name: text, type: text }
export const evidenceSchema = z.object({
  id: z.string(),
  type: z.string(),
  description: z.string(),
  created_at: text,
  created_by: incidentPersonSchema.nullish().transform((person) => person ?? null),
  check_id: text,
  config_id: text,
  config_change_id: text,
  config_analysis_id: text,
  component_id: text,
  checks: embedded({ id: z.string(), name: text, status: text, deleted_at: text }),
  configs: embedded({ ...itemShape, health: text, status: text, deleted_at: text }),
  components: embedded({ ...itemShape, health: text, status: text, status_reason: text, deleted_at: text }),
  config_changes: embedded({
    id: z.string(),
    change_type: text,
    summary: text,
    severity: text,
    created_at: text,
    external_created_by: text,
    config_id: text,
    configs: embedded(itemShape),
  }),
  config_analysis: embedded({
    id: z.string(),
    analyzer: text,
    summary: text,
    message: text,
    severity: text,
    status: text,
    first_observed: text,
    config_id: text,
    configs: embedded(itemShape),
  }),
  evidence: storedSchema,
  definition_of_done: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  done: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
  script: text,
  script_result: text,
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
