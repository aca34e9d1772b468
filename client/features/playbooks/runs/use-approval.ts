import { useQuery } from '@tanstack/react-query'
import type { RunApprovers } from '#shared/playbooks/run-approvers.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession, type Session } from '#client/api/session/whoami.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { approversQuery } from './run-api.ts'
import type { RunView } from './run-view.ts'

interface Approval {
  readonly as: string | null
  readonly reason: string | undefined
  readonly approvers: RunApprovers | undefined
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Fallback when the backend does not report the approvers: the user who started a run cannot approve it. */
const guess = ({ run }: Pick<RunView, 'run'>, { user, teams }: Session): Omit<Approval, 'approvers'> => {
  const { people, teams: wanted } = run.approvers ?? { people: [], teams: [] }
  if (run.created_by?.id === user.id) return { as: null, reason: 'You started this run. Someone else must approve it.' }
  if (people.some((email) => same(email, user.email))) return { as: 'as one of its approvers', reason: undefined }
  const team = teams.find(({ name }) => wanted.some((each) => same(each, name)))
  if (team !== undefined) return { as: `as a member of ${team.name}`, reason: undefined }
  const approverNames = [...people, ...wanted.map((name) => `the team ${name}`)].join(', ')
  return { as: null, reason: `Only ${approverNames} can approve this run.` }
}

export const useApproval = ({ run }: Pick<RunView, 'run'>): Approval => {
  const session = useSession()
  const right = useAllowed('playbook:approve', 'playbook_runs', { about: { playbook: { id: run.playbook_id } } })
  const { data: approvers } = useQuery({
    ...approversQuery(run.id),
    enabled: run.status === 'pending_approval' && isBackendEmbedded(),
  })
  if (session === undefined || run.approvers === null) return { as: null, reason: undefined, approvers }
  if (approvers === undefined && !right.allowed) return { as: null, reason: right.reason, approvers }
  if (approvers === undefined) return { ...guess({ run }, session), approvers }
  const { refusal, asPerson, teams } = approvers.you
  if (refusal !== null) return { as: null, reason: refusal, approvers }
  return {
    as: asPerson ? 'as one of its approvers' : `as a member of ${teams.join(', ')}`,
    reason: undefined,
    approvers,
  }
}
