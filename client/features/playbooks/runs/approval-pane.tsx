import type { RunApprovers } from '#shared/playbooks/run-approvers.ts'
import type { RunView } from './run-view.ts'
import { useApproval } from './use-approval.ts'

/** Only verified addresses identify a person. */
const describePerson = (approvers: RunApprovers | undefined, email: string): string => {
  if (approvers === undefined) return 'person'
  const [person, ...more] = approvers.people.find(({ address }) => address === email)?.people ?? []
  if (person === undefined) return 'address not verified'
  return more.length > 0 ? 'address belongs to several people' : person.name
}

export function ApprovalPane({ view }: { readonly view: RunView }) {
  const { run, steps, approvals } = view
  const { as, reason, approvers } = useApproval(view)
  const { type = 'any', people = [], teams = [] } = run.approvers ?? {}
  const approvedNames = new Set(approvals.flatMap(({ person, team }) => [person?.name ?? '', team?.name ?? '']))
  return (
    <div className="approval">
      <section>
        <h3>
          Steps to run <span className="faint">{steps.length === 1 ? '1 step' : `${steps.length} steps`}</span>
        </h3>
        <ol className="approval-steps">
          {run.steps.map(({ name, kind, condition, retries }) => (
            <li key={name}>
              <b>{name}</b> <span className="faint">{kind}</span>
              {condition === null ? null : (
                <span className="dim">
                  {' '}
                  if <code>{condition}</code>
                </span>
              )}
              {retries === 0 ? null : <span className="faint">, up to {retries + 1} attempts</span>}
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3>
          Approvers <span className="faint">{type === 'all' ? 'all of' : 'any of'}</span>
        </h3>
        <ul>
          {as === null ? null : (
            <li>
              <b>You can approve</b> <span className="dim">{as}</span>
            </li>
          )}
          {people.map((email) => (
            <li key={email}>
              {email} <span className="faint">{describePerson(approvers, email)}</span>
            </li>
          ))}
          {teams.map((team) => (
            <li key={team}>
              {team} <span className="faint">team{approvedNames.has(team) ? ', approved' : ''}</span>
            </li>
          ))}
        </ul>
        {reason === undefined ? null : <p>{reason}</p>}
        <p className="faint">
          {type === 'all'
            ? 'The run starts when all of them have approved.'
            : 'One approval starts the run immediately.'}
        </p>
      </section>
    </div>
  )
}
