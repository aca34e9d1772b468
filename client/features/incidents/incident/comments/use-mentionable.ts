import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { peopleQuery, teamsQuery } from '#client/features/incidents/people-api.ts'
import type { Mentionable } from './mentions.ts'

export const useMentionable = (isNeeded: boolean): readonly Mentionable[] => {
  const { data: people } = useQuery({ ...peopleQuery, enabled: isNeeded })
  const { data: teams } = useQuery({ ...teamsQuery, enabled: isNeeded })
  return useMemo(
    () => [
      ...(people ?? []).map(({ id, name }) => ({ kind: 'person' as const, id, name })),
      ...(teams ?? []).map(({ id, name }) => ({ kind: 'team' as const, id, name })),
    ],
    [people, teams],
  )
}
