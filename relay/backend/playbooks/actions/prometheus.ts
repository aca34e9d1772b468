import type { PrometheusStep } from '#shared/playbooks/query-steps.ts'
import { formatIssues } from '#shared/primitives/issue-text.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import {
  prometheusQuery,
  queryPrometheus,
  type PrometheusRow,
} from '#relay/backend/clients/servers/prometheus-query.ts'
import type { ActionContext, ActionOutcome } from './action-context.ts'

/** `matchLabels` are the labels of every row, empty where a series has none; `selectLabels` keeps some of what a series has. */
const withLabels = (row: PrometheusRow, { matchLabels, selectLabels }: PrometheusStep): PrometheusRow => {
  const { value = null, timestamp, ...labels } = row
  const named = matchLabels === undefined ? labels : pick(labels, matchLabels)
  const kept = Object.entries(named).filter(([name]) => selectLabels === undefined || selectLabels.includes(name))
  return { ...Object.fromEntries(kept), ...(timestamp !== undefined && { timestamp }), value }
}

const pick = (labels: PrometheusRow, names: readonly string[]): PrometheusRow =>
  Object.fromEntries(names.map((name) => [name, labels[name] ?? '']))

export const parsePrometheusStep = ({ selectLabels: _own, matchLabels: _labels, ...query }: PrometheusStep) =>
  prometheusQuery.safeParse(query)

export const runPrometheus = async (step: PrometheusStep, context: ActionContext): Promise<ActionOutcome> => {
  const read = parsePrometheusStep(step)
  if (!read.success) return { result: {}, error: formatIssues(read.error) }
  try {
    const rows = await queryPrometheus(read.data, createClientRun(context, context.signal))
    if (rows === undefined) return { result: {}, error: 'Not a Prometheus query response.' }
    return { result: { rows: rows.map((row) => withLabels(row, step)), count: rows.length }, error: null }
  } catch (error) {
    context.signal.throwIfAborted()
    return { result: {}, error: describeError(error, shownAddress(step.url ?? step.connection ?? '')) }
  }
}
