import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import type { RecipientNames } from './format-recipient.ts'
import { recipientsQuery, rulePlaybooksQuery, type Rule } from './rules-api.ts'

export const useRecipientNames = (rules: readonly Rule[]): RecipientNames => {
  const services = rules.flatMap(({ custom_services: recipients }) => recipients ?? [])
  const { data: connections } = useQuery({
    ...recipientsQuery('connection'),
    enabled: services.some(({ connection }) => connection !== null),
  })
  const { data: teams } = useQuery({
    ...recipientsQuery('team'),
    enabled: services.some(({ on_call_team_id: team }) => team !== null),
  })
  const { data: playbooks } = useQuery({ ...rulePlaybooksQuery, enabled: hasOwnBackend() })
  return useMemo(
    () => ({
      byId: new Map([...(connections ?? []), ...(teams ?? [])].map(({ id, label }) => [id, label])),
      playbooks: playbooks ?? new Map<string, string>(),
    }),
    [connections, teams, playbooks],
  )
}
