import type { CheckRun } from '#relay/backend/checks/engine/run-check.ts'

/** Response of `POST /canary/run/check/{id}`; `duration` in milliseconds. */
export const toRunResponse = ({ record, outcome, transformed, artifacts }: CheckRun) => ({
  name: record.name,
  start: new Date(outcome.time).toISOString(),
  pass: outcome.pass,
  invalid: outcome.invalid,
  detail: outcome.details ?? null,
  data: outcome.details ?? {},
  labels: record.labels,
  duration: Math.round(outcome.durationMs ?? 0),
  description: record.description,
  display_type: '',
  message: outcome.message,
  namespace: record.namespace,
  error: outcome.error,
  metrics: outcome.metrics ?? [],
  ...((outcome.warnings ?? []).length === 0 ? {} : { warnings: outcome.warnings }),
  transformed: transformed !== undefined,
  artifacts,
})
