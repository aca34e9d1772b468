import type { Viewer } from '#shared/access/viewer.ts'
import { playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import type { RunApprovers } from '#shared/playbooks/run-approvers.ts'
import { isFinalRun } from '#shared/playbooks/run-status.ts'
import { nameActor } from '#relay/backend/rows/actor.ts'
import { aboutRun } from '#relay/backend/playbooks/access/about-run.ts'
import {
  approvesAs,
  findApprovalError,
  resolveApprovers,
  type Approvers,
} from '#relay/backend/playbooks/access/approvers.ts'
import { findApprovalDenial } from '#relay/backend/playbooks/access/can.ts'
import { isApproved, type Approval } from '#relay/backend/playbooks/access/is-approved.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { readRun, type StoredRun } from './run-store.ts'
import type { Queryable } from '#relay/database/database.ts'
import { forbidden, invalid, notFound } from '#relay/errors/http-error.ts'

export const loadRunApprovers = async (database: Queryable, runId: string, viewer: Viewer): Promise<RunApprovers> => {
  const { run, approvers } = await requireApprovers(database, runId)
  const { asPerson, teamIds } = approvesAs(approvers, viewer.id)
  return {
    ...approvers,
    you: {
      refusal: await whyNot(database, run, approvers, viewer),
      asPerson,
      teams: approvers.teams.flatMap(({ name, teams }) => (teams.some(({ id }) => teamIds.includes(id)) ? [name] : [])),
    },
  }
}

/**
 * Approves as a person and for each of the person's teams. `any` needs one approval, `all` one of every person and
 * team. Approvers are those in the run's own copy of the spec.
 */
export const approveRun = async (
  { database, engine, onChange }: PlaybookDeps,
  runId: string,
  viewer: Viewer,
): Promise<{ readonly message: string }> => {
  const scheduled = await database.transaction(async (transaction) => {
    await nameActor(transaction, viewer.id)
    await transaction.query('select 1 from playbook_runs where id = $1 for update', [runId])
    const { run, approvers } = await requireApprovers(transaction, runId)
    const rejection = await whyNot(transaction, run, approvers, viewer)
    if (rejection !== null) throw forbidden(rejection)
    const { asPerson, teamIds } = approvesAs(approvers, viewer.id)
    if (isFinalRun(run.status)) throw invalid(`The run has ended (${run.status}) and needs no approval.`)
    if (run.status !== 'pending_approval') throw invalid('The run is already approved.')
    if (asPerson) await insertApproval(transaction, runId, viewer.id, null)
    for (const team of teamIds) await insertApproval(transaction, runId, viewer.id, team)
    const approvals = await loadApprovals(transaction, runId)
    const isEnough = isApproved(approvers, approvals)
    if (isEnough) {
      await transaction.query(
        "update playbook_runs set status = 'scheduled', scheduled_time = now() where id = $1 and status = 'pending_approval'",
        [runId],
      )
    }
    return isEnough
  })
  onChange({ relation: 'playbook_approvals' })
  onChange({ relation: 'playbook_runs', ids: [runId] })
  if (!scheduled) return { message: 'playbook run approval recorded; more approvals are required' }
  engine.enqueue(runId)
  return { message: 'playbook run approved' }
}

const whyNot = async (database: Queryable, run: StoredRun, approvers: Approvers, viewer: Viewer) =>
  findApprovalDenial(viewer, await aboutRun(database, run)) ??
  findApprovalError(approvers, viewer, run.created_by?.id ?? null)

const requireApprovers = async (
  database: Queryable,
  runId: string,
): Promise<{ readonly run: StoredRun; readonly approvers: Approvers }> => {
  const run = await readRun(database, runId)
  if (run === undefined) throw notFound(`Run ${runId} not found.`)
  const approvers = await resolveApprovers(database, playbookSpecSchema.parse(run.spec))
  if (approvers === null) throw invalid('This run needs no approval.')
  return { run, approvers }
}

const insertApproval = async (
  database: Queryable,
  runId: string,
  personId: string,
  teamId: string | null,
): Promise<void> => {
  await database.query(
    `insert into playbook_approvals (run_id, person_id, team_id)
     select $1, people.id, $3::uuid from people where people.id = $2
        and not exists (select 1 from playbook_approvals
                         where run_id = $1 and person_id = $2 and team_id is not distinct from $3::uuid)`,
    [runId, personId, teamId],
  )
}

const loadApprovals = async (database: Queryable, runId: string): Promise<readonly Approval[]> => {
  const { rows } = await database.query<Approval>(
    'select person_id, team_id from playbook_approvals where run_id = $1',
    [runId],
  )
  return rows
}
