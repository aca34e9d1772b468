import { z } from 'zod'
import {
  runListRowSchema,
  runFilterSchema,
  type ListedRun,
  type RunFilter,
  type RunListRow,
} from '#shared/playbooks/listed-run.ts'
import { logPartSchema, type LogPart } from '#shared/playbooks/log-part.ts'
import { runPartSchema, type RunPart } from '#shared/playbooks/run-part.ts'
import { runWatcherSchema, type RunWatcher } from '#shared/playbooks/run-watcher.ts'
import { tableTopic } from '#shared/live/table-topic.ts'
import { defineTopic } from '#shared/live/topic.ts'
import { idSchema } from '#shared/primitives/id.ts'
import type { About } from '#shared/access/question.ts'

const aboutRun = ({
  playbook_id: playbookId,
  playbooks,
  config,
  component,
}: Pick<ListedRun, 'playbook_id' | 'playbooks' | 'config' | 'component'>): About => ({
  playbook: { id: playbookId, ...(playbooks !== null && { name: playbooks.name }) },
  ...(config !== null && { config: { id: config.id, name: config.name, type: config.type } }),
  ...(component !== null && { component: { id: component.id, name: component.name } }),
})

const runTables = ['playbook_runs', 'playbook_run_actions'] as const

export const playbookTable = tableTopic('playbooks.playbooks', 'playbooks', 'playbooks')

export const playbookRuns = defineTopic<RunFilter, RunListRow>({
  name: 'playbooks.runs',
  params: runFilterSchema,
  row: runListRowSchema,
  getKey: (row) => (row.kind === 'totals' ? 'totals' : row.id),
  getAbout: (row) => (row.kind === 'totals' ? {} : aboutRun(row)),
  resource: 'playbook_runs',
  shows: ['playbook_runs'],
  changedBy: runTables,
  pollEveryMs: 5_000,
  staleAfterMs: 15_000,
})

export const playbookRun = defineTopic<{ runId: string }, RunPart>({
  name: 'playbooks.run',
  params: z.strictObject({ runId: idSchema }),
  row: runPartSchema,
  getKey: (row) => `${row.kind} ${row.id}`,
  getAbout: (row) => (row.kind === 'child' ? aboutRun(row) : null),
  resource: 'playbook_runs',
  shows: runTables,
  changedBy: [...runTables, 'playbook_approvals', 'artifacts'],
  pollEveryMs: 2_000,
  staleAfterMs: 10_000,
  hintGapMs: 100,
})

export const playbookLog = defineTopic<{ actionId: string }, LogPart>({
  name: 'playbooks.log',
  params: z.strictObject({ actionId: idSchema }),
  row: logPartSchema,
  getKey: (row) => (row.kind === 'about' ? 'about' : String(row.first)),
  resource: 'playbook_runs',
  shows: ['playbook_run_actions'],
  changedBy: ['playbook_run_actions', 'playbook_action_log_chunks'],
  pollEveryMs: 2_000,
  staleAfterMs: 10_000,
  hintGapMs: 50,
  hintedBy: 'actionId',
})

export const runWatchers = defineTopic<{ runId: string }, RunWatcher>({
  name: 'playbooks.watchers',
  params: z.strictObject({ runId: idSchema }),
  row: runWatcherSchema,
  getKey: (row) => row.id,
  resource: 'playbook_runs',
  shows: ['playbook_runs'],
  changedBy: [],
  hintedBy: 'runId',
  offScreen: true,
  pollEveryMs: 30_000,
  staleAfterMs: 120_000,
})
