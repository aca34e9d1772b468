import type { Viewer } from '#shared/access/viewer.ts'
import { approversOf, playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import { isFinalRun } from '#shared/playbooks/run-status.ts'
import { aboutRun } from '#relay/backend/playbooks/about-run.ts'
import { demandNoDeny } from '#relay/backend/playbooks/may.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { PlaybookError } from '#relay/backend/playbooks/playbook-error.ts'
import { readRun } from '#relay/backend/playbooks/run-store.ts'
import type { Queryable } from '#relay/database/database.ts'

interface TeamRow {
  readonly id: string
  readonly name: string
}

interface Approvals {
  readonly people: readonly string[]
  readonly teams: readonly string[]
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * Notes somebody's approval, as a person by e-mail and for each team that must approve. The run is scheduled once one
 * approval (`any`) or those of all people and teams (`all`) are there. Throws the refusal otherwise (contract 1.8).
 */
export const approveRun = async (
  { database, engine, onChange }: PlaybookDeps,
  runId: string,
  viewer: Viewer,
): Promise<{ readonly message: string }> => {
  const scheduled = await database.transaction(async (transaction) => {
    await transaction.query('select 1 from playbook_runs where id = $1 for update', [runId])
    const run = await readRun(transaction, runId)
    if (run === undefined) throw new PlaybookError(404, `There is no run ${runId}.`)
    const approvers = approversOf(playbookSpecSchema.parse(run.spec))
    if (approvers === null) throw new PlaybookError(400, 'This run needs no approval.')
    demandNoDeny(viewer, await aboutRun(transaction, run))
    const teams = await teamsOf(transaction, viewer.id)
    const asPerson = approvers.people.some((email) => same(email, viewer.email))
    const asTeams = teams.filter(({ name }) => approvers.teams.some((team) => same(team, name)))
    if (!asPerson && asTeams.length === 0) {
      const who = [...approvers.people, ...approvers.teams.map((team) => `the team ${team}`)].join(', ')
      throw new PlaybookError(403, `${viewer.name} may not approve this run. Those who may: ${who}.`)
    }
    if (isFinalRun(run.status))
      throw new PlaybookError(400, `The run is over (${run.status}) and needs no approval any more.`)
    if (run.status !== 'pending_approval') throw new PlaybookError(400, 'The run is approved already.')
    if (asPerson) await insertApproval(transaction, runId, viewer.id, null)
    for (const team of asTeams) await insertApproval(transaction, runId, viewer.id, team.id)
    const given = await approvalsOf(transaction, runId)
    const isEnough =
      approvers.type === 'any' ||
      (approvers.people.every((email) => given.people.some((each) => same(each, email))) &&
        approvers.teams.every((team) => given.teams.some((each) => same(each, team))))
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
  if (!scheduled) return { message: 'playbook run approved; others must approve it too' }
  engine.enqueue(runId)
  return { message: 'playbook run approved' }
}

const teamsOf = async (database: Queryable, personId: string): Promise<TeamRow[]> => {
  const { rows } = await database.query<TeamRow>(
    `select teams.id, teams.name from teams join team_members on team_members.team_id = teams.id
      where team_members.person_id = $1 and teams.deleted_at is null`,
    [personId],
  )
  return rows
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

const approvalsOf = async (database: Queryable, runId: string): Promise<Approvals> => {
  const { rows } = await database.query<{ email: string | null; team: string | null }>(
    `select people.email, teams.name as team from playbook_approvals as approvals
       left join people on people.id = approvals.person_id left join teams on teams.id = approvals.team_id
      where approvals.run_id = $1`,
    [runId],
  )
  return {
    people: rows.flatMap(({ email, team }) => (email === null || team !== null ? [] : [email])),
    teams: rows.flatMap(({ team }) => (team === null ? [] : [team])),
  }
}
