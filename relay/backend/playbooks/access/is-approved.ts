import type { Approvers } from './approvers.ts'

/** Given by a person for a team, or for themselves where `team_id` is null. */
export interface Approval {
  readonly person_id: string
  readonly team_id: string | null
}

/** An approver that cannot be resolved to one person or team keeps a run that needs all approvals from being approved. */
export const isApproved = (
  { type, people, teams }: Pick<Approvers, 'type' | 'people' | 'teams'>,
  approvals: readonly Approval[],
): boolean => {
  const approvedBy = new Set(approvals.flatMap((each) => (each.team_id === null ? [each.person_id] : [])))
  const approvedFor = new Set(approvals.flatMap(({ team_id: teamId }) => teamId ?? []))
  return (
    type === 'any' ||
    (people.every(({ people: [person] }) => person !== undefined && approvedBy.has(person.id)) &&
      teams.every(({ teams: [team] }) => team !== undefined && approvedFor.has(team.id)))
  )
}
