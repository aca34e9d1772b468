import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { humanPeople } from '#shared/access/human-people.ts'
import { listRows, insertRows, deleteRows } from '#client/api/data-api.ts'

const memberSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar: z.string().nullish(),
})
export type Member = z.infer<typeof memberSchema>

export const membersKey = (teamId: string) => ['resources', 'teams', 'members', teamId] as const

export const membersQuery = (teamId: string) =>
  queryOptions({
    queryKey: membersKey(teamId),
    queryFn: async ({ signal }) => {
      const row = z.object({ person_id: memberSchema })
      const query = { team_id: `eq.${teamId}`, select: '*,person_id(id,name,email,avatar)' }
      return (await listRows('team_members', { row, query, signal })).rows.map(({ person_id: person }) => person)
    },
  })

export const everybodyQuery = queryOptions({
  queryKey: ['resources', 'teams', 'everybody'],
  queryFn: async ({ signal }) => {
    const query = { select: 'id,name,email,avatar', ...humanPeople, order: 'name.asc' }
    return (await listRows('people', { row: memberSchema, query, signal })).rows
  },
})

export const addMembers = async (teamId: string, people: readonly string[]): Promise<void> => {
  const body = people.map((id) => ({ team_id: teamId, person_id: id }))
  await insertRows('team_members', body)
}

export const removeMember = async (teamId: string, personId: string): Promise<void> => {
  const query = { team_id: `eq.${teamId}`, person_id: `eq.${personId}` }
  await deleteRows('team_members', query)
}
