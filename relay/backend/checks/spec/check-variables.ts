import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import type { CheckOutcome, CheckRecord } from '#relay/backend/checks/store/live-check.ts'
import { markRow } from '#relay/backend/templates/marked-rows.ts'

type NamedRecord = Pick<CheckRecord, 'id' | 'name' | 'type' | 'namespace' | 'labels'> &
  Pick<CheckRecord, 'canaryId' | 'canaryName' | 'canaryNamespace' | 'canaryLabels'>

export const resourceVariables = (record: NamedRecord) => ({
  check: { id: record.id, name: record.name, type: record.type, namespace: record.namespace, labels: record.labels },
  canary: {
    id: record.canaryId,
    name: record.canaryName,
    namespace: record.canaryNamespace,
    labels: record.canaryLabels ?? {},
  },
})

export const linkVariables = (record: NamedRecord) => ({ ...resourceVariables(record), labels: record.labels })

/** Besides these, each field of the result is a variable. */
export const resultVariables = (
  record: NamedRecord,
  result: CheckResult,
  durationMs: number,
  last: CheckOutcome | undefined,
): Readonly<Record<string, unknown>> => ({
  ...result.details,
  ...resourceVariables(record),
  pass: result.pass,
  message: result.message,
  duration: Math.round(durationMs),
  last_result: markRow({
    pass: last?.pass ?? null,
    message: last?.message ?? '',
    error: last?.error ?? '',
    time: last === undefined ? null : new Date(last.time).toISOString(),
    duration: last?.durationMs ?? null,
    results: last?.details ?? {},
  }),
})
