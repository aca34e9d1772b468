import { findApprovers, type PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { RunApprovers } from '#shared/playbooks/run-approvers.ts'
import type { Queryable } from '#relay/database/database.ts'

export type Approvers = Omit<RunApprovers, 'you'>

export const resolveApprovers = async (
  database: Queryable,
  spec: Pick<PlaybookSpec, 'approval'>,
): Promise<Approvers | null> => {
  const approvers = findApprovers(spec)
  if (approvers === null) return null
  const { rows: people } = await database.query<{ address: string; id: string; name: string }>(
    `select distinct address, people.id, people.name from unnest($1::text[]) as address
       join relay.verified_addresses as verified on verified.email = lower(trim(address))
       join people on people.id = verified.person_id and people.deleted_at is null`,
    [approvers.people],
  )
  const { rows: teams } = await database.query<{ wanted: string; id: string; members: string[] }>(
    `select wanted, teams.id, array(select person_id::text from team_members where team_id = teams.id) as members
       from unnest($1::text[]) as wanted join teams on lower(teams.name) = lower(wanted) and teams.deleted_at is null`,
    [approvers.teams],
  )
  return {
    type: approvers.type,
    allowSelf: spec.approval?.allowSelf === true,
    people: approvers.people.map((address) => ({
      address,
      people: people.filter((row) => row.address === address).map(({ id, name }) => ({ id, name })),
    })),
    teams: approvers.teams.map((name) => ({
      name,
      teams: teams.filter(({ wanted }) => wanted === name).map(({ id, members }) => ({ id, members })),
    })),
  }
}

export const approvesAs = ({ people, teams }: Approvers, personId: string) => ({
  asPerson: people.some((entry) => entry.people.length === 1 && entry.people[0]?.id === personId),
  teamIds: teams.flatMap(({ teams: found }) =>
    found.length === 1 ? found.filter(({ members }) => members.includes(personId)).map(({ id }) => id) : [],
  ),
})

/** Ambiguous names never resolve, so that the run would wait without anyone who can approve it. */
export const findAmbiguity = ({ people, teams }: Approvers): string | undefined => {
  const address = people.find((entry) => entry.people.length > 1)
  if (address !== undefined)
    return `More than one person has the address ${address.address}, so it cannot be used for approvals. Ask an administrator.`
  const team = teams.find((entry) => entry.teams.length > 1)
  return team && `More than one team is called ${team.name}, so it cannot be used for approvals. Ask an administrator.`
}

const startedIt = 'You started this run. Someone else must approve it.'
const needsStarter =
  'You started this run and it needs your approval, but people cannot approve runs they started. Let someone else start it, name another approver in the playbook, or set approval.allowSelf to true.'

const isNeeded = (approvers: Approvers, personId: string): boolean => {
  const { type, people, teams } = approvers
  const { asPerson, teamIds } = approvesAs(approvers, personId)
  if (type === 'all') return asPerson
  if (!asPerson && teamIds.length === 0) return false
  const isOther = (id: string) => id !== personId
  return (
    !people.some(({ people: found }) => found.some(({ id }) => isOther(id))) &&
    !teams.some(({ teams: found }) => found.some(({ members }) => members.some(isOther)))
  )
}

interface Asking {
  readonly id: string
  readonly name: string
  readonly email: string
}

export const findApprovalError = (
  approvers: Approvers,
  { id, name, email }: Asking,
  startedBy: string | null,
): string | null => {
  const { asPerson, teamIds } = approvesAs(approvers, id)
  if (startedBy === id && !approvers.allowSelf) return isNeeded(approvers, id) ? needsStarter : startedIt
  if (asPerson || teamIds.length > 0) return null
  const isNamed = approvers.people.some(({ address }) => address.trim().toLowerCase() === email.toLowerCase())
  const ambiguity = findAmbiguity(approvers)
  if (isNamed && ambiguity !== undefined) return ambiguity
  if (isNamed)
    return `Your address ${email} is listed as an approver but is not verified. Verify it in your profile first.`
  const approverNames = [
    ...approvers.people.map(({ address, people }) => people[0]?.name ?? address),
    ...approvers.teams.map((team) => `the team ${team.name}`),
  ].join(', ')
  return `${name} is not an approver of this run. Approvers: ${approverNames}.`
}
