import { Plus } from '@blueprintjs/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { addMembers, everybodyQuery, membersKey, membersQuery, removeMember, type Member } from './team-members-api.ts'

const displayName = ({ name, email }: Member) => name ?? email ?? 'unnamed user'

const toPerson = ({ id, name, email, avatar }: Member) => ({
  id,
  name: name ?? '',
  email: email ?? '',
  avatar: avatar ?? null,
})

export function TeamMembers({ teamId }: { readonly teamId: string }) {
  const { data: members, error, refetch } = useQuery(membersQuery(teamId))
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const { reason } = useAllowed('write', 'database')
  const remove = useMutation({
    mutationFn: ({ id }: Member) => removeMember(teamId, id),
    onSuccess: (_done, member) => showToast('success', `${displayName(member)} removed from team successfully`),
    onSettled: () => client.invalidateQueries({ queryKey: membersKey(teamId) }),
  })
  const add = (
    <Button look="primary" icon={<Plus />} disabledReason={reason} onClick={() => setAdding(true)}>
      Add users
    </Button>
  )
  return (
    <section aria-label="Members" className="team-members">
      {error !== null ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : members === undefined ? (
        <SkeletonRows label="Loading members" />
      ) : members.length === 0 ? (
        <EmptyState title="You haven't added any team members to the team yet.">{add}</EmptyState>
      ) : (
        <>
          {add}
          <ul>
            {members.map((member) => (
              <li key={member.id}>
                <Avatar person={toPerson(member)} />
                <span className="cut">{displayName(member)}</span>
                <span className="dim cut">{member.email}</span>
                <Button
                  small
                  look="minimal"
                  disabledReason={reason}
                  busy={remove.isPending && remove.variables.id === member.id}
                  aria-label={`Remove ${displayName(member)}`}
                  onClick={() => remove.mutate(member)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {isAdding ? <AddMembers teamId={teamId} members={members ?? []} onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

interface AddMembersProps {
  readonly teamId: string
  readonly members: readonly Member[]
  readonly onClose: () => void
}

function AddMembers({ teamId, members, onClose }: AddMembersProps) {
  const { data: everybody = [], error } = useQuery(everybodyQuery)
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly Member[]>([])
  const known = new Set(members.map(({ id }) => id))
  const searchText = search.trim().toLowerCase()
  const offered = everybody.filter(
    (person) =>
      !known.has(person.id) && `${displayName(person)} ${person.email ?? ''}`.toLowerCase().includes(searchText),
  )
  const add = useMutation({
    mutationFn: () =>
      addMembers(
        teamId,
        chosen.map(({ id }) => id),
      ),
    onSuccess: async () => {
      showToast('success', `${chosen.map(displayName).join(', ')} added to the team successfully`)
      await client.invalidateQueries({ queryKey: membersKey(teamId) })
      onClose()
    },
  })
  const toggle = (person: Member) =>
    setChosen(chosen.includes(person) ? chosen.filter((each) => each !== person) : [...chosen, person])
  return (
    <Modal
      title="Add users to the team"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={add.isPending}
            disabledReason={chosen.length === 0 ? 'Choose a user first.' : undefined}
            onClick={() => add.mutate()}
          >
            Add users
          </Button>
        </>
      }
    >
      <SearchInput label="Search users" value={search} onChange={setSearch} />
      {error === null ? null : <ErrorPanel error={error} />}
      {add.error === null ? null : <ErrorPanel error={add.error} />}
      <ul className="team-choices" aria-label="Users">
        {offered.map((person) => (
          <li key={person.id}>
            <label>
              <input type="checkbox" checked={chosen.includes(person)} onChange={() => toggle(person)} />{' '}
              {displayName(person)} <span className="dim">{person.email}</span>
            </label>
          </li>
        ))}
      </ul>
      {offered.length === 0 ? <p className="faint">All users are members.</p> : null}
    </Modal>
  )
}
