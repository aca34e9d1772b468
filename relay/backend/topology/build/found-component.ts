import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import { foundComponentFields } from '#relay/backend/topology/topology-spec.ts'

/** The columns of a component, as lookups return them, and the fields of documents that they fill. */
const fieldByColumn: Readonly<Record<string, string>> = {
  external_id: 'externalID',
  topology_type: 'topologyType',
  config_id: 'configID',
  status_reason: 'statusReason',
  status_expr: 'statusExpr',
  health_expr: 'healthExpr',
  log_selectors: 'logs',
  componentChecks: 'checks',
  component_checks: 'checks',
  sort_order: 'order',
}

const toFields = (value: unknown): unknown => {
  const entry = withoutNulls(value)
  if (!isMap(entry)) return entry
  const { checks, ...rest } = entry
  // A component of the API has the counts of its checks by health under the key where a document has its checks.
  const fields = Array.isArray(checks) ? { ...rest, checks } : rest
  const named = Object.entries(fields).map(([key, field]): [string, unknown] => [fieldByColumn[key] ?? key, field])
  return { ...Object.fromEntries(named), ...fields }
}

export const foundComponentSchema = z.preprocess(toFields, z.object(foundComponentFields))
