import { useMemo } from 'react'
import type { RunApprovers } from '#shared/playbooks/run-approvers.ts'
import { runWatchers } from '#shared/playbooks/playbook-topics.ts'
import { useTopic } from '#client/live/use-topic.ts'
import type { RunView } from './run-view.ts'
import { useApproval } from './use-approval.ts'

/** Only verified addresses identify a person. */
const describePerson = (approvers: RunApprovers | undefined, email: string): string => {
  if (approvers === undefined) return 'person'
  const [person, ...more] = approvers.people.find(({ address }) => address === email)?.people ?? []
  if (person === undefined) return 'address not verified'
  return more.length > 0 ? 'address belongs to several people' : person.name
}

export function ApproverList({ view }: { readonly view: RunView }) {
  const { run, approvals } = view
  const { as, reason, approvers } = useApproval(view)
  const { type, people = [], teams = [] } = run.approvers ?? {}
  const params = useMemo(() => ({ runId: run.id }), [run.id])
  const watchers = useTopic(runWatchers, params).rows
  const approvedNames = new Set(approvals.flatMap(({ person, team }) => [person?.name ?? '', team?.name ?? '']))
  const countHere = (ids: readonly string[]) => ids.filter((id) => watchers.has(id)).length
  return (
    <section>
      <h3>
        Approvers <span className="faint">{type === 'any' ? 'any of' : 'all of'}</span>
      </h3>
      <ul>
        {as === null ? null : (
          <li>
            <b>You can approve</b> <span className="dim">{as}</span>
          </li>
        )}
        {people.map((email) => {
          const ids = approvers?.people.find(({ address }) => address === email)?.people.map(({ id }) => id) ?? []
          return (
            <li key={email} className="approver">
              <span>
                {email} <span className="faint">{describePerson(approvers, email)}</span>
              </span>
              {countHere(ids) === 0 ? null : <span className="faint">here</span>}
            </li>
          )
        })}
        {teams.map((team) => {
          const members = approvers?.teams.find(({ name }) => name === team)?.teams.flatMap((one) => one.members)
          return (
            <li key={team} className="approver">
              <span>
                {team}{' '}
                <span className="faint">
                  team{members === undefined ? '' : ` of ${members.length}`}
                  {approvedNames.has(team) ? ', approved' : ''}
                </span>
              </span>
              {countHere(members ?? []) === 0 ? null : <span className="faint">{countHere(members ?? [])} here</span>}
            </li>
          )
        })}
      </ul>
      {reason === undefined ? null : <p>{reason}</p>}
      <p className="faint">
        {type === 'all' ? 'The run starts when all of them have approved.' : 'One approval starts the run immediately.'}
      </p>
    </section>
  )
}
