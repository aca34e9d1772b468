import { z } from 'zod'
import type { About } from '#shared/access/decide.ts'
import { sessionRowSchema, type SessionRow } from '#shared/access/session-row.ts'
import { checkRowSchema, type CheckRow } from '#shared/health/check-row.ts'
import { checkStatusSchema, type CheckStatus } from '#shared/health/check-status.ts'
import { failingRowSchema, type FailingRow } from '#shared/jobs/failing-job.ts'
import { jobFilterSchema, jobListRowSchema, type JobFilter, type JobListRow } from '#shared/jobs/job-run.ts'
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
import { propertySchema, type Property } from '#shared/settings/feature-flags.ts'
import { userRowSchema, type UserRow } from '#shared/settings/user-row.ts'
import { defineTopic } from '#shared/live/topic.ts'

/** Every check of the console, one row each (ledger HEALTH-35 to HEALTH-39). */
export const healthChecks = defineTopic<Record<string, never>, CheckRow>({
  name: 'health.checks',
  params: z.strictObject({}),
  row: checkRowSchema,
  keyOf: (row) => row.id,
  resource: 'canaries',
  aboutOf: ({ canaryId: id, canaryName: name }) => ({ canary: { id, name } }),
  pollEveryMs: 5_000,
  staleAfterMs: 15_000,
  journalled: {
    ticking: ['passed', 'failed', 'latencyMs', 'lastRuntime', 'nextRuntime', 'lastFail', 'recent', 'recentMs'],
  },
})

/** The newest results of one check, newest first, as many as one page of its history holds. */
export const healthStatuses = defineTopic<{ checkId: string }, CheckStatus>({
  name: 'health.statuses',
  params: z.strictObject({ checkId: z.uuid() }),
  row: checkStatusSchema,
  keyOf: (row) => row.time,
  resource: 'canaries',
  pollEveryMs: 5_000,
  staleAfterMs: 15_000,
})

/** The effective properties, among them the feature flags (ledger PERM-52). */
export const featureFlags = defineTopic<Record<string, never>, Property>({
  name: 'settings.flags',
  params: z.strictObject({}),
  row: propertySchema,
  keyOf: (row) => row.name,
  resource: 'properties',
  offScreen: true,
  pollEveryMs: 5_000,
  staleAfterMs: 30_000,
})

/** Everybody who uses the console, with roles and state (ledger API-11). */
export const users = defineTopic<Record<string, never>, UserRow>({
  name: 'settings.users',
  params: z.strictObject({}),
  row: userRowSchema,
  keyOf: (row) => row.id,
  resource: 'identities',
  pollEveryMs: 15_000,
  staleAfterMs: 45_000,
})

/** The person's own session: one row, which changes with their roles. Nobody's rights are asked for it. */
export const sessionTopic = defineTopic<Record<string, never>, SessionRow>({
  name: 'session',
  params: z.strictObject({}),
  row: sessionRowSchema,
  keyOf: (row) => row.personId,
  resource: 'auth',
  offScreen: true,
  pollEveryMs: 30_000,
  staleAfterMs: 120_000,
})

/** What a run was started on, as far as a row of it tells. */
const aboutRun = ({ playbook_id: playbookId, playbooks, config, component }: ListedRun): About => ({
  playbook: { id: playbookId, ...(playbooks !== null && { name: playbooks.name }) },
  ...(config !== null && { config: { id: config.id, name: config.name, type: config.type } }),
  ...(component !== null && { component: { id: component.id, name: component.name } }),
})

/** One page of playbook runs as the list shows them, and how many there are in all. */
export const playbookRuns = defineTopic<RunFilter, RunListRow>({
  name: 'playbooks.runs',
  params: runFilterSchema,
  row: runListRowSchema,
  keyOf: (row) => (row.is === 'totals' ? 'totals' : row.id),
  aboutOf: (row) => (row.is === 'totals' ? {} : aboutRun(row)),
  resource: 'playbook_runs',
  pollEveryMs: 5_000,
  staleAfterMs: 15_000,
})

/** One run with its tries, approvals and children (ledger PLAY-03, PLAY-10). */
export const playbookRun = defineTopic<{ runId: string }, RunPart>({
  name: 'playbooks.run',
  params: z.strictObject({ runId: z.uuid() }),
  row: runPartSchema,
  keyOf: (row) => `${row.is} ${row.id}`,
  resource: 'playbook_runs',
  pollEveryMs: 2_000,
  staleAfterMs: 10_000,
  hintGapMs: 100,
})

/** The newest chunks of what an action writes; older lines are asked for by range. */
export const playbookLog = defineTopic<{ actionId: string }, LogPart>({
  name: 'playbooks.log',
  params: z.strictObject({ actionId: z.uuid() }),
  row: logPartSchema,
  keyOf: (row) => (row.is === 'about' ? 'about' : String(row.first)),
  resource: 'playbook_runs',
  pollEveryMs: 2_000,
  staleAfterMs: 10_000,
  hintGapMs: 50,
  hintedBy: 'actionId',
})

/** Whose browsers show a run now, by this relay's own subscriptions. */
export const runWatchers = defineTopic<{ runId: string }, RunWatcher>({
  name: 'playbooks.watchers',
  params: z.strictObject({ runId: z.uuid() }),
  row: runWatcherSchema,
  keyOf: (row) => row.id,
  resource: 'playbook_runs',
  hintedBy: 'runId',
  offScreen: true,
  pollEveryMs: 30_000,
  staleAfterMs: 120_000,
})

/** One page of the job history, and how many runs match (ledger JOBS-01). */
export const jobHistory = defineTopic<JobFilter, JobListRow>({
  name: 'jobs.history',
  params: jobFilterSchema,
  row: jobListRowSchema,
  keyOf: (row) => (row.is === 'totals' ? 'totals' : row.id),
  // Job runs belong to the same object of access as integrations (contract 0.6).
  resource: 'integrations',
  pollEveryMs: 10_000,
  staleAfterMs: 30_000,
  hintGapMs: 2_000,
})

/** The jobs that fail now, one row each, and what is known of the others. */
export const failingJobs = defineTopic<Record<string, never>, FailingRow>({
  name: 'jobs.failing',
  params: z.strictObject({}),
  row: failingRowSchema,
  keyOf: (row) => {
    if (row.is === 'facts') return 'facts'
    const { name, resourceType, resourceId, agent } = row.run
    return JSON.stringify([name, resourceType, resourceId, agent?.id ?? ''])
  },
  // Job runs belong to the same object of access as integrations (contract 0.6).
  resource: 'integrations',
  pollEveryMs: 10_000,
  staleAfterMs: 30_000,
  hintGapMs: 2_000,
})

/** Adding a topic starts here. */
export const topics = [
  healthChecks,
  healthStatuses,
  playbookRuns,
  playbookRun,
  playbookLog,
  runWatchers,
  jobHistory,
  failingJobs,
  featureFlags,
  users,
  sessionTopic,
] as const
