import type { Approvers } from './approvers.ts'

export interface Approval {
  readonly person_id: string
  readonly team_id: string | null
}

/** If all must approve, an unresolved approver blocks the run. */
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
