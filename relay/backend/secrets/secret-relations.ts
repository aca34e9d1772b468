import { z } from 'zod'
import { isSecretName } from '#relay/config/passwords-in.ts'
import type { Row, SecretColumn, SecretRelation } from '#relay/backend/secrets/stored-secrets.ts'

const whole: SecretColumn = () => ({ isSecret: true })
const parts: SecretColumn = () => ({})
const members: SecretColumn = () => 'members'
const keyAsUser = new Set(['aws', 's3', 'google_chat', 'rocketchat'])

const relation = (
  columns: SecretRelation['columns'],
  { key = 'id', needs = [] }: Partial<Pick<SecretRelation, 'key' | 'needs'>> = {},
): Omit<SecretRelation, 'table'> => ({ key, columns, needs })

const connections = relation(
  {
    url: parts,
    username: ({ type }) => (keyAsUser.has(String(type)) ? { isSecret: true } : 'shown'),
    password: whole,
    certificate: whole,
    properties: parts,
  },
  { needs: ['type'] },
)

interface SpecKind {
  readonly key: string
  readonly spec: z.ZodType
}

const createSpecsSchema = (kinds: readonly SpecKind[]) =>
  z.object(Object.fromEntries(kinds.map(({ key, spec }) => [key, z.union([z.array(spec), spec])])))

export const secretRelations = (kinds: {
  readonly checks: readonly SpecKind[]
  readonly scrapers: readonly SpecKind[]
}): Readonly<Record<string, SecretRelation>> => {
  const [canarySpec, scraperSpec] = [createSpecsSchema(kinds.checks), createSpecsSchema(kinds.scrapers)]
  const checkSpecs = new Map(kinds.checks.map(({ key, spec }) => [key, spec]))
  const relations: Readonly<Record<string, Omit<SecretRelation, 'table'>>> = {
    connections,
    canaries: relation({ spec: () => ({ schemas: [canarySpec] }), annotations: parts }),
    checks: relation({ spec: ({ type }: Row) => ({ schemas: [checkSpecs.get(String(type))] }) }, { needs: ['type'] }),
    playbooks: relation({ spec: parts }),
    playbook_runs: relation({ spec: parts, request: parts, parameters: members }),
    playbook_action_agent_data: relation({ spec: parts, env: parts }, { key: 'action_id' }),
    topologies: relation({ spec: parts }),
    config_scrapers: relation({ spec: () => ({ schemas: [scraperSpec] }) }),
    scrape_plugins: relation({ spec: parts }),
    logging_backends: relation({ spec: parts }),
    incident_rules: relation({ spec: parts }),
    teams: relation({ spec: parts }),
    notifications: relation({ properties: parts, custom_services: parts, fallback_custom_services: parts }),
    notification_send_history: relation({ body: parts, payload: parts }),
    properties: relation({ value: ({ name }) => ({ isSecret: isSecretName(String(name)) }) }, { key: 'name' }),
    agents: relation({ properties: parts }),
    people: relation({ properties: parts }),
    access_tokens: relation({ value: whole }),
    'relay.push_keys': relation({ private_key: whole }),
    'relay.push_subscriptions': relation({ auth: whole }),
  }
  return Object.fromEntries([
    ...Object.entries(relations).map(([table, held]) => [table, { ...held, table }]),
    ['connection_details', { ...connections, table: 'connections' }],
  ])
}
