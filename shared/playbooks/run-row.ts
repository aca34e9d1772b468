import { z } from 'zod'
import { orNull } from '#shared/primitives/row-values.ts'

const named = z.object({ id: z.string(), name: z.string() })
const text = orNull(z.string())

/** Times are ISO 8601, `timeout` is nanoseconds; secret parameters are sealed and readable only by the backend. */
export const runRowSchema = z.object({
  id: z.string(),
  playbook_id: z.string(),
  status: z.string(),
  parent_id: text,
  error: text,
  timeout: z.number(),
  parameters: orNull(z.record(z.string(), z.string())),
  scheduled_time: z.string(),
  start_time: text,
  end_time: text,
  created_at: z.string(),
  created_by: orNull(named.extend({ avatar: text })),
  notification_send_id: text,
  check_id: text,
  config_id: text,
  component_id: text,
  playbooks: orNull(named.extend({ title: text, icon: text })),
  component: orNull(named.extend({ icon: text })),
  check: orNull(named.extend({ icon: text })),
  config: orNull(named.extend({ type: text, config_class: text })),
})

/** Must match `runRowSchema`. */
export const runSelect =
  'id,playbook_id,status,parent_id,error,timeout,parameters,scheduled_time,start_time,end_time,created_at,' +
  'notification_send_id,check_id,config_id,component_id,created_by(id,name,avatar),playbooks(id,name,title,icon),' +
  'component:components(id,name,icon),check:checks(id,name,icon),config:config_items(id,name,type,config_class)'
