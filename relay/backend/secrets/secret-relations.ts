import { z } from 'zod'
import { allResourceKinds, type ResourceTable } from '#shared/resources/resource-kinds.ts'
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
  const special: Partial<Record<ResourceTable, Partial<Omit<SecretRelation, 'table'>>>> = {
    canaries: { columns: { spec: () => ({ schemas: [canarySpec] }) } },
    config_scrapers: { columns: { spec: () => ({ schemas: [scraperSpec] }) } },
    connections: {
      columns: {
        username: ({ type }) => (keyAsUser.has(String(type)) ? { isSecret: true } : 'shown'),
        password: whole,
        certificate: whole,
      },
      needs: ['type'],
    },
    properties: { columns: { value: ({ name }) => ({ isSecret: isSecretName(String(name)) }) }, key: 'name' },
  }
  const ofKinds = allResourceKinds
    .filter(({ secretColumns }) => secretColumns.length > 0)
    .map(({ table, secretColumns }) => {
      const columns = Object.fromEntries(secretColumns.map((column) => [column, parts]))
      const { columns: more, ...own } = special[table] ?? {}
      return [table, relation({ ...columns, ...more }, own)] as const
    })
  const relations: Readonly<Record<string, Omit<SecretRelation, 'table'>>> = {
    ...Object.fromEntries(ofKinds),
    checks: relation({ spec: ({ type }: Row) => ({ schemas: [checkSpecs.get(String(type))] }) }, { needs: ['type'] }),
    playbook_runs: relation({ spec: parts, request: parts, parameters: members }),
    playbook_action_agent_data: relation({ spec: parts, env: parts }, { key: 'action_id' }),
    scrape_plugins: relation({ spec: parts }),
    notification_send_history: relation({ body: parts, payload: parts }),
    agents: relation({ properties: parts }),
    people: relation({ properties: parts }),
    access_tokens: relation({ value: whole }),
    'relay.push_keys': relation({ private_key: whole }),
    'relay.push_subscriptions': relation({ auth: whole }),
  }
  return Object.fromEntries([
    ...Object.entries(relations).map(([table, held]) => [table, { ...held, table }]),
    ['connection_details', { ...relations['connections'], table: 'connections' }],
  ])
}
