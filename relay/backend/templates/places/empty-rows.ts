import { markRow } from '#relay/backend/templates/marked-rows.ts'
import { withZeros } from './summary-zeros.ts'

type Row = Readonly<Record<string, unknown>>

const row = (names: string, more: Row = {}): Row => ({
  ...Object.fromEntries(names.split(' ').map((name): [string, unknown] => [name, ''])),
  ...more,
})

const resource = 'id name namespace type status health description icon agent_id created_at updated_at deleted_at'

/** Columns that expressions read, with their empty values. A run or an event without the resource has these. */
export const emptyRows = {
  config: row(`${resource} config_class source path status_reason external_id delete_reason`, {
    config: {},
    labels: {},
    tags: {},
    properties: [],
    external_id: [],
    spec: {},
  }),
  component: row(`${resource} text topology_id topology_type owner path status_reason schedule external_id`, {
    labels: {},
    properties: [],
    summary: withZeros({}),
    tooltip: '',
    lifecycle: '',
  }),
  check: row(
    `${resource} canary_id canary_name last_runtime next_runtime latency uptime severity message error owner`,
    {
      labels: {},
      last_transition_time: '',
      duration: 0,
    },
  ),
  canary: row('id name namespace agent_id source schedule created_at updated_at deleted_at', {
    labels: {},
    annotations: {},
    spec: {},
  }),
  incident: row(
    'id incident_id title description type status severity created_by commander_id communicator_id created_at updated_at acknowledged resolved closed',
  ),
  playbook: row('id name namespace title description icon category source created_at updated_at', { spec: {} }),
  agent: row('id name description'),
  evidence: row('id description type hypothesis_id script script_result created_at', { done: false, evidence: {} }),
  responder: row('id type person_id team_id external_id created_at', { properties: {} }),
  comment: row('id comment external_id created_by created_at'),
  author: row('id name email title avatar'),
  hypothesis: row('id title type status incident_id parent_id created_by created_at'),
  check_status: row('check_id status message error time duration details', { status: false, details: {} }),
  analysis: row(
    'id analyzer summary message severity status analysis_type config_id source first_observed last_observed',
    {
      analysis: {},
    },
  ),
  approval: row('id run_id person_id team_id created_at'),
  run: row('id name status created_at start_time end_time error'),
  user: row('id name email'),
  people: row('id name email avatar'),
  team: row('id name icon'),
  request: { body: '', json: {}, params: {}, headers: {}, url: '', path: '', method: '', content: '' },
  action: { name: '', status: '', result: {}, error: '' },
} satisfies Record<string, Row>

export type EmptyRowName = keyof typeof emptyRows

/** Dates and references stay null: expressions compare them with null. */
const staysNull = /(?:_at|_id)$|^(?:acknowledged|resolved|closed)$/

/** Absent columns and null texts become empty values, so that every column can be read and compared. */
export const filledRow = (name: EmptyRowName, stored: Row | null | undefined): Row => {
  const empty: Row = emptyRows[name]
  if (stored === null || stored === undefined) return empty
  return markRow({
    ...empty,
    // Checks have their health in the column status.
    ...(name === 'check' && { health: stored['status'] ?? '' }),
    ...Object.fromEntries(
      Object.entries(stored).map(([key, value]): [string, unknown] => [
        key,
        staysNull.test(key) ? value : (value ?? empty[key] ?? null),
      ]),
    ),
    ...(name === 'component' && { summary: withZeros(stored['summary']) }),
  })
}
