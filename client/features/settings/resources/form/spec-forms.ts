import { isMap } from '#shared/primitives/is-map.ts'
import { valueAt, type YamlPath } from '#client/ui/editor/edit-yaml.ts'
import { valuesAt, type JsonSchema } from '#client/ui/editor/schema-fields.ts'
import type { CheckSpec, SpecError } from '#client/ui/editor/spec-document.ts'
import type { ResourceTable } from '#client/features/settings/resources/resource-kinds.ts'
import { fieldRules, kindInSchema, formatLabel, type FieldKind } from './field-kinds.ts'
import type { ScheduleSet } from './schedule-sets.ts'

export interface FormField {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly required: boolean
  readonly options: readonly string[]
  readonly initial: string | undefined
  readonly help: string | undefined
  readonly min: number | undefined
}

export interface SpecType {
  readonly label: string
  /** Key of the list in the spec; null when the whole spec is written as code. */
  readonly key: string | null
  /** Space-separated names, required ones with `*`; undefined when entries are written as code. */
  readonly fields?: string
  readonly isNested?: boolean
}

const judged = 'test display transform'
const login = 'connection username password'
const mapped = 'type id name items format'

const checkTypes: readonly SpecType[] = [
  {
    label: 'HTTP',
    key: 'http',
    fields: `name* description icon url* method headers username password responseCodes thresholdMillis responseContent maxSSLExpiry body ${judged}`,
  },
  { label: 'Exec', key: 'exec', fields: `name* description icon script* env ${judged}` },
  {
    label: 'Alert Manager',
    key: 'alertmanager',
    fields: `name* description icon url* username password connection alerts ignore ${judged}`,
  },
  {
    label: 'Elasticsearch',
    key: 'elasticsearch',
    fields: `name* description icon url* index* query* results username password ${judged}`,
  },
  { label: 'Redis', key: 'redis', fields: `name* description icon addr* db username password ${judged}` },
  {
    label: 'Mongo DB',
    key: 'mongodb',
    fields: `name* description icon url* connection username password ${judged}`,
  },
  {
    label: 'ICMP Ping',
    key: 'icmp',
    fields: 'name* description icon endpoint* packetCount packetLossThreshold thresholdMillis',
  },
  {
    label: 'Folder',
    key: 'folder',
    fields: `name* description icon path* connectionKind minAge maxAge minCount maxCount minSize maxSize availableSize totalSize ${judged}`,
  },
  { label: 'TCP', key: 'tcp', fields: `name* description icon endpoint* thresholdMillis ${judged}` },
  {
    label: 'DNS',
    key: 'dns',
    fields: `name* description icon query* querytype server port minrecords exactreply thresholdMillis ${judged}`,
  },
  ...(
    [
      ['Postgres', 'postgres'],
      ['MySQL', 'mysql'],
    ] as const
  ).map(([label, key]) => ({ label, key, fields: `name* description icon url* ${login} query results ${judged}` })),
  {
    label: 'LDAP',
    key: 'ldap',
    fields: `name* description icon url* ${login} bindDN* userSearch skipTLSVerify ${judged}`,
  },
  { label: 'Prometheus', key: 'prometheus', fields: `name* description icon url* ${login} bearer query* ${judged}` },
  {
    label: 'Mail Server',
    key: 'smtp',
    fields: `name* description icon host* port ${login} skipTLSVerify thresholdMillis ${judged}`,
  },
  { label: 'Git', key: 'gitProtocol', fields: `name* description icon repository* ${login} ${judged}` },
  {
    label: 'OpenSearch',
    key: 'opensearch',
    fields: `name* description icon url* index* query* results ${login} ${judged}`,
  },
  ...(
    [
      ['SQL Server', 'mssql'],
      ['Kubernetes', 'kubernetes'],
      ['Kubernetes Namespace', 'namespace'],
      ['Kubernetes Pod', 'pod'],
      ['JUnit', 'junit'],
      ['JMeter', 'jmeter'],
      ['S3', 's3'],
      ['AWS Config', 'awsConfig'],
      ['AWS Config Rule', 'awsConfigRule'],
      ['CloudWatch', 'cloudwatch'],
      ['Azure DevOps', 'azureDevops'],
      ['GitHub', 'github'],
      ['Dynatrace', 'dynatrace'],
      ['Mission Control Catalog', 'catalog'],
    ] as const
  ).map(([label, key]) => ({ label, key })),
  { label: 'Custom', key: null },
]

const scraperTypes: readonly SpecType[] = [
  {
    label: 'Kubernetes',
    key: 'kubernetes',
    fields: 'clusterName* kubeconfig namespace scope since selector fieldSelector maxInflight',
  },
  { label: 'Azure', key: 'azure', fields: 'connection* subscriptionID createFields deleteFields' },
  {
    label: 'Kubernetes File',
    key: 'kubernetesFile',
    fields:
      'type* id* files.0.path* files.0.format selector.kind selector.namespace selector.name selector.labelSelector selector.fieldSelector container format name',
  },
  { label: 'SQL', key: 'sql', fields: `type* id* connection* query* driver name items format timestampFormat` },
  {
    label: 'Trivy',
    key: 'trivy',
    fields:
      'images* folders reports kubernetes.namespace kubernetes.context kubernetes.components scanners severity vulnType compliance ignoredLicenses ignoreUnfixed licenseFull version timeout name',
  },
  {
    label: 'AWS',
    key: 'aws',
    fields:
      'region connection accessKey secretKey endpoint assumeRole include exclude compliance trusted_advisor_check name',
  },
  { label: 'File', key: 'file', fields: `paths* ${mapped} icon ignore` },
  {
    label: 'Github Actions',
    key: 'githubActions',
    fields: 'owner* repository* personalAccessToken workflows name connection',
  },
  { label: 'HTTP', key: 'http', fields: `url* type* id* name items format method headers body username password icon` },
  {
    label: 'Azure DevOps',
    key: 'azureDevops',
    fields: 'organization connection personalAccessToken projects pipelines name',
  },
  { label: 'Google Cloud', key: 'gcp', fields: 'project* connection credentials include exclude' },
  { label: 'Slack', key: 'slack', fields: 'token channels connection since' },
  { label: 'Git', key: 'git' },
  { label: 'Exec', key: 'exec', fields: `script* ${mapped} env` },
  { label: 'System', key: 'system' },
  { label: 'Custom', key: null },
]

const topologyTypes: readonly SpecType[] = [
  {
    label: 'Component',
    key: 'components',
    isNested: true,
    fields: 'name* type icon namespace owner text order hidden healthExpr statusExpr',
  },
]

const specTypesByTable: Partial<
  Record<ResourceTable, { readonly types: readonly SpecType[]; readonly schedules: ScheduleSet }>
> = {
  canaries: { types: checkTypes, schedules: 'default' },
  config_scrapers: { types: scraperTypes, schedules: 'scraper' },
  topologies: { types: topologyTypes, schedules: 'default' },
}

export const listSpecTypes = (table: ResourceTable): readonly SpecType[] => specTypesByTable[table]?.types ?? []
export const getScheduleSet = (table: ResourceTable): ScheduleSet => specTypesByTable[table]?.schedules ?? 'default'

/** Alternatives that satisfy a required field: a connection can contain the address. */
const instead: Readonly<Record<string, readonly string[]>> = {
  url: ['connection', 'endpoint', 'host'],
  addr: ['connection', 'url'],
  name: ['lookup'],
  images: ['folders', 'reports', 'kubernetes'],
}

/** `files.0.path` is the path of the first file. */
export const toFieldPath = (name: string): YamlPath =>
  name.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))

export const listFields = ({ key, fields }: SpecType, schema: JsonSchema | undefined): readonly FormField[] =>
  (fields ?? '').split(' ').flatMap((token) => {
    const name = token.replace('*', '')
    if (name === '' || key === null) return []
    const rule = fieldRules[name] ?? {}
    const path = [key, 0, ...toFieldPath(name)]
    const kind = rule.kind ?? (schema === undefined ? 'line' : kindInSchema(schema, path))
    return [
      {
        name,
        label: rule.label ?? formatLabel(name),
        kind,
        required: token.endsWith('*'),
        options: rule.options ?? (schema === undefined ? [] : valuesAt(schema, path)),
        initial: rule.initial,
        help: rule.help ?? (kind === 'words' ? 'One per line' : undefined),
        min: rule.min,
      },
    ]
  })

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const readEntries = (value: unknown, { key }: SpecType): readonly unknown[] => {
  const list = key === null ? undefined : valueAt(value, [key])
  return Array.isArray(list) ? list : []
}

const findEntryIssues = (type: SpecType, entry: unknown, at: YamlPath): readonly SpecError[] => {
  if (!isMap(entry)) return []
  const own = listFields(type, undefined).flatMap(({ name, required, min }) => {
    const value = valueAt(entry, toFieldPath(name))
    const path = [...at, ...toFieldPath(name)]
    if (required && isNothing(value) && (instead[name] ?? []).every((other) => isNothing(entry[other])))
      return [{ path, message: 'This field is required' }]
    return min !== undefined && typeof value === 'number' && value < min
      ? [{ path, message: `must be ${min} or more` }]
      : []
  })
  return type.isNested === true ? [...own, ...findListIssues(type, entry, at)] : own
}

const findListIssues = (type: SpecType, value: unknown, at: YamlPath): readonly SpecError[] =>
  readEntries(value, type).flatMap((entry, index) =>
    type.key === null ? [] : findEntryIssues(type, entry, [...at, type.key, index]),
  )

const findFormIssues = (table: ResourceTable, value: unknown): readonly SpecError[] =>
  listSpecTypes(table).flatMap((type) => findListIssues(type, value, []))

export const withFormIssues =
  (table: ResourceTable, check: CheckSpec | undefined): CheckSpec =>
  (value) => {
    const own = findFormIssues(table, value)
    const ownPaths = new Set(own.map(({ path }) => path.join('.')))
    return [...own, ...(check?.(value) ?? []).filter(({ path }) => !ownPaths.has(path.join('.')))]
  }

export const isFormed = (table: ResourceTable, value: unknown): boolean =>
  listSpecTypes(table).some((type) => type.fields !== undefined && readEntries(value, type).length > 0)

export const initialSpecText = ({ key, fields }: SpecType, table: ResourceTable): string => {
  const schedule = table === 'canaries' ? '@every 30s' : '@hourly'
  if (key === null) return `schedule: "${schedule}"\n`
  const [first = 'name'] = (fields ?? 'name').split(/[* ]/)
  const name = fieldRules[first]?.kind === 'words' ? 'name' : first
  return `schedule: "${schedule}"\n${key}:\n  - ${name}: ""\n`
}
