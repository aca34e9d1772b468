import { isId } from '#shared/primitives/id.ts'
import type { Rule } from './rules-api.ts'

export interface RecipientNames {
  readonly byId: ReadonlyMap<string, string>
  readonly playbooks: ReadonlyMap<string, string>
}

type RecipientFields = Pick<Rule, 'id' | 'person' | 'team' | 'custom_services'>
type Service = NonNullable<Rule['custom_services']>[number]

/** Only http(s) hosts are safe to show: in other schemes the host can be a token. */
const findHost = (url: string | null): string | null =>
  url !== null && /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).host : null

const serviceName = (
  { name, url, connection, on_call_team_id: team }: Service,
  byId: RecipientNames['byId'],
): string => {
  const teamName = byId.get(team ?? '')
  if (teamName !== undefined) return `on call for ${teamName}`
  const named =
    byId.get(connection ?? '') ?? (team === null ? connection : null) ?? findHost(url) ?? name ?? 'an address'
  return isId(named) ? 'a connection' : named
}

export const formatRecipient = (
  { id, person, team, custom_services: services }: RecipientFields,
  { byId, playbooks }: RecipientNames,
): string =>
  person?.name ??
  team?.name ??
  playbooks.get(id) ??
  (services ?? []).map((service) => serviceName(service, byId)).join(', ')
