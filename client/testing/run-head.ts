import type { RunHead } from '#shared/playbooks/run-part.ts'

/** A running run without steps, resource and person. */
export const createRunHead = (over: Partial<RunHead> = {}): RunHead => ({
  kind: 'run',
  id: 'r1',
  playbook_id: 'b1',
  status: 'running',
  parent_id: null,
  error: null,
  timeout: 1,
  scheduled_time: '2026-11-21T08:00:00Z',
  start_time: '2026-11-21T08:00:00Z',
  end_time: null,
  created_at: '2026-11-21T08:00:00Z',
  created_by: null,
  notification_send_id: null,
  check_id: null,
  config_id: null,
  component_id: null,
  playbooks: null,
  component: null,
  check: null,
  config: null,
  steps: [],
  approvers: null,
  values: [],
  ...over,
})
