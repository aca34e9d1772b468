import type { Call } from '#tests/contract/data-api/systems.ts'

/** Numbers from 0 up to 1, the same for the same seed. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T => {
  const item = list[Math.floor(random() * list.length)]
  if (item === undefined) throw new Error('an empty list has no item')
  return item
}
const often = (random: Random, share: number): boolean => random() < share

interface RelationShape {
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** Names in a `select`, with the relation that each embeds. */
  readonly embeds: Readonly<Record<string, string>>
}

const services: RelationShape = {
  key: ['id'],
  columns: [
    'id',
    'name',
    'team_id',
    'owner_id',
    'state',
    'labels',
    'ports',
    'aliases',
    'uptime',
    'span',
    'meta',
    'weight',
    'seen_at',
    'description',
    'code',
    'label',
  ],
  embeds: {
    teams: 'teams',
    checks: 'checks',
    tags: 'tags',
    owner_id: 'people',
    team_id: 'teams',
    services_parent_id_fkey: 'services',
    service_tags: 'service_tags',
    'people!services_backup_id_fkey': 'people',
    nope: 'teams',
  },
}

const tables: Readonly<Record<string, RelationShape>> = {
  services,
  teams: {
    key: ['id'],
    columns: ['id', 'name', 'spec'],
    embeds: { people: 'people', services: 'services', team_sizes: 'team_sizes' },
  },
  people: {
    key: ['id'],
    columns: ['id', 'name', 'email', 'team_id', 'joined', 'active'],
    embeds: { teams: 'teams', profiles: 'profiles', 'services!owner_id': 'services' },
  },
  checks: {
    key: ['id'],
    columns: ['id', 'service_id', 'name', 'passing', 'duration', 'severity'],
    embeds: { services: 'services', results: 'results', service_list: 'service_list' },
  },
  results: {
    key: ['check_id', 'at'],
    columns: ['check_id', 'at', 'duration', 'message'],
    embeds: { checks: 'checks' },
  },
  service_list: {
    key: ['id'],
    columns: ['id', 'name', 'team_id', 'owner_id', 'state', 'team_name', 'shout'],
    embeds: { teams: 'teams', checks: 'checks', 'people!owner_id': 'people' },
  },
  odd: { key: ['select'], columns: ['select', '"na me"', 'dash-ed', '"quo\\"te"', '"do.t"', 'ünï'], embeds: {} },
  reserved: {
    key: ['columns'],
    columns: ['columns', 'order', 'limit', 'offset', 'and', 'on_conflict', 'count'],
    embeds: { or: 'reserved' },
  },
  tags: {
    key: ['id'],
    columns: ['id', 'name', 'color'],
    embeds: { services: 'services', service_tags: 'service_tags' },
  },
  service_tags: {
    key: ['service_id', 'tag_id'],
    columns: ['service_id', 'tag_id', 'note'],
    embeds: { services: 'services', tags: 'tags' },
  },
  profiles: { key: ['person_id'], columns: ['person_id', 'bio'], embeds: { people: 'people', person_id: 'people' } },
  team_sizes: { key: ['team_id'], columns: ['team_id', 'size'], embeds: { teams: 'teams' } },
}
const relations: Readonly<Record<string, RelationShape>> = {
  ...tables,
  // PostgREST casts the selected columns of a function to a row of the table for a computed column, which fails.
  services_of: { ...services, columns: services.columns.filter((name) => name !== 'label') },
}
type RelationName = string
const relationNames = Object.keys(tables)
const getShape = (name: RelationName): RelationShape => {
  const shape = relations[name]
  if (shape === undefined) throw new Error(`no relation ${name}`)
  return shape
}

const values = [
  '1',
  '2',
  '0',
  '-1',
  'api',
  'up',
  'null',
  'true',
  'core',
  '*a*',
  '"a,b"',
  '',
  ' ',
  'ü',
  '2025-03-24',
  '%25',
  '9007199254740993',
  'x.y',
  '(1)',
  '{}',
  '{1,2}',
  '{"a":1}',
  '[1,10)',
]
const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'in',
  'cs',
  'cd',
  'ov',
  'not.eq',
  'not.in',
  'not.is',
  'isdistinct',
  'fts',
  'sl',
  'adj',
  'like(any)',
  'eq(any)',
  'bad',
]
const paths = ['->app', '->>app', '->deep->a', '->deep->a->0', '->>n', '->"x.y"', '->-1', "->'a'", '->%22a b%22']

const writeColumn = (random: Random, relation: RelationName): string => {
  const column = pick(random, getShape(relation).columns)
  return often(random, 0.12) ? column + pick(random, paths) : column
}
const writeValue = (random: Random, operator: string): string => {
  const value = pick(random, values)
  if (operator.endsWith('in')) return `(${[value, pick(random, values)].join(',')})`
  if (operator.endsWith('is')) return pick(random, ['null', 'true', 'false', 'unknown', 'NULL', 'nope', value])
  if (operator.endsWith('any)')) return `{${value},${pick(random, values)}}`
  return value
}
const writeCondition = (random: Random): string => {
  const operator = pick(random, operators)
  return `${operator}.${writeValue(random, operator)}`
}
const writeLogic = (random: Random, relation: RelationName, depth = 0): string => {
  const terms = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    depth < 2 && often(random, 0.2)
      ? `${pick(random, ['and', 'or', 'not.and', 'not.or'])}${writeLogic(random, relation, depth + 1)}`
      : `${writeColumn(random, relation)}.${writeCondition(random)}`,
  )
  return `(${terms.join(pick(random, [',', ',', ', ', ' ,']))})`
}
interface Embedded {
  readonly path: string
  readonly relation: RelationName
}

const writeItem = (random: Random, relation: RelationName, path: string, embedded: Embedded[]): string => {
  const embeds = Object.entries(getShape(relation).embeds)
  if (path.split('.').length < 3 && embeds.length > 0 && often(random, 0.25)) {
    const [name, known] = pick(random, embeds)
    const target = often(random, 0.85) ? known : pick(random, relationNames)
    const hint = pick(random, ['', '', '!inner', '!left'])
    const prefix = pick(random, ['', '', 'x:', '...'])
    const inner = `${path}${prefix === 'x:' ? 'x' : name.replace(/!.*/, '')}.`
    embedded.push({ path: inner, relation: target })
    return `${prefix}${name}${hint}(${writeSelect(random, target, inner, embedded)})${often(random, 0.04) ? ' ' : ''}`
  }
  const alias = often(random, 0.1) ? 'a:' : ''
  const suffix = often(random, 0.1) ? pick(random, ['::text', '::int', '::nope', '.count()', '.max()', '.sum()']) : ''
  return often(random, 0.1) ? pick(random, ['*', 'count()', '']) : `${alias}${writeColumn(random, relation)}${suffix}`
}
const writeSelect = (random: Random, relation: RelationName, path: string, embedded: Embedded[]): string =>
  Array.from({ length: 1 + Math.floor(random() * 3) }, () => writeItem(random, relation, path, embedded)).join(',')
const directions = ['', '.asc', '.desc', '.desc.nullslast', '.nullsfirst', '.nope']
const writeOrder = (random: Random, relation: RelationName): string =>
  Array.from({ length: Math.floor(random() * 3) }, () => writeColumn(random, relation) + pick(random, directions)).join(
    pick(random, [',', ',', ', ']),
  )
/** SQL leaves the order of equal rows open. A query with aggregates cannot be ordered by columns that it does not group by. */
const withTieBreak = (relation: RelationName, order: string, select: string | undefined): string =>
  [
    ...(order === '' ? [] : [order.replace(/,$/, '')]),
    ...(select?.includes('()') === true ? [] : getShape(relation).key),
  ].join()
const numbers = ['0', '1', '2', '5', '', ' ', '-1', 'x', '99999999999999999999', '1.5', '+1']

/** PostgREST fails with 500 for a negative limit of an embedded relation. */
const embeddedNumbers = numbers.filter((number) => number !== '-1')

const mutate = (random: Random, text: string): string => {
  const at = Math.floor(random() * (text.length + 1))
  const inserted = pick(random, [' ', ',', '(', ')', '.', '"', '*', ':', '!', '\\', ';', "'", '&', '->', '::'])
  return often(random, 0.5) ? text.slice(0, at) + inserted + text.slice(at) : text.slice(0, at) + text.slice(at + 1)
}

const encode = (text: string): string => encodeURIComponent(text).replaceAll('%25', '%')

const writeEmbeddedClauses = (random: Random, embedded: readonly Embedded[]): [string, string][] =>
  embedded.flatMap(({ path, relation }): [string, string][] => {
    const clauses: [string, string][] = []
    if (often(random, 0.2)) clauses.push([path + writeColumn(random, relation), writeCondition(random)])
    if (often(random, 0.05)) clauses.push([`${path}${pick(random, ['and', 'not.or'])}`, writeLogic(random, relation)])
    const limited = often(random, 0.1)
    if (limited || often(random, 0.1))
      clauses.push([`${path}order`, withTieBreak(relation, writeOrder(random, relation), undefined)])
    if (limited) clauses.push([path + pick(random, ['limit', 'offset']), pick(random, embeddedNumbers)])
    if (often(random, 0.03)) clauses.push([path.slice(0, -1), pick(random, ['is.null', 'not.is.null', 'eq.1'])])
    return clauses
  })

/** An order by the columns of a relation that is embedded directly. */
const writeRelatedOrder = (random: Random, embedded: readonly Embedded[]): string => {
  const direct = embedded.filter(({ path }) => path.split('.').length === 2)
  if (direct.length === 0 || often(random, 0.7)) return ''
  const { path, relation } = pick(random, direct)
  return `${path.slice(0, -1)}(${writeColumn(random, relation)})${pick(random, directions)},`
}

const damage = (random: Random, parameters: readonly [string, string][]): [string, string][] =>
  parameters.map(([key, value]) =>
    often(random, 0.05)
      ? [key, mutate(random, value)]
      : often(random, 0.02)
        ? [mutate(random, key), value]
        : [key, value],
  )

const readHeaders = [
  { prefer: 'count=exact' },
  { prefer: 'count=exact,handling=strict' },
  { prefer: 'handling=strict,foo=bar' },
  { accept: 'application/vnd.pgrst.object+json' },
  { range: '1-2', prefer: 'count=exact' },
]

const sources: readonly (readonly [path: string, relation: RelationName, argument: string])[] = [
  ['rpc/services_of', 'services_of', 'team=1'],
  ['rpc/service_by_id', 'services_of', 'key=2'],
]

/** One in six requests is damaged by one character. */
export const makeRead = (random: Random): Call => {
  const named = pick(random, relationNames)
  const [path, relation, argument] = often(random, 0.06) ? pick(random, sources) : ([named, named, ''] as const)
  const parameters: [string, string][] = []
  const embedded: Embedded[] = []
  const written = often(random, 0.7) ? writeSelect(random, relation, '', embedded) : undefined
  // For an empty list, PostgREST returns columns of its own statement beside those of a function.
  const selected = written !== undefined && argument !== '' ? `id,${written}` : written
  if (selected !== undefined) parameters.push(['select', selected])
  while (often(random, 0.4)) parameters.push([writeColumn(random, relation), writeCondition(random)])
  if (often(random, 0.25))
    parameters.push([pick(random, ['and', 'or', 'not.and', 'not.or']), writeLogic(random, relation)])
  parameters.push(...writeEmbeddedClauses(random, embedded))
  const limits: [string, string][] = []
  if (often(random, 0.15)) limits.push(['limit', pick(random, numbers)])
  if (often(random, 0.12)) limits.push(['offset', pick(random, numbers)])
  const headers = often(random, 0.15) ? pick(random, readHeaders) : {}
  if (limits.length > 0 || 'range' in headers || often(random, 0.4)) {
    const order = writeRelatedOrder(random, embedded) + writeOrder(random, relation)
    parameters.push(['order', withTieBreak(relation, order, selected)])
  }
  parameters.push(...limits)
  const query = damage(random, parameters).map(([key, value]) => `${encode(key)}=${encode(value)}`)
  return { path: `/${path}?${[...(argument === '' ? [] : [argument]), ...query].join('&')}`, headers }
}

const writeTargets = {
  teams: { columns: ['id', 'name', 'spec', 'nope'], keys: ['id', 'name'] },
  defaults: { columns: ['id', 'name', 'level', 'seen'], keys: ['id'] },
  service_tags: { columns: ['service_id', 'tag_id', 'note'], keys: ['service_id,tag_id'] },
  keyless: { columns: ['a', 'b'], keys: ['a'] },
} as const
type WriteTarget = keyof typeof writeTargets

const cells: readonly unknown[] = [1, 2, 3, 40, 41, 42, 'core', 'new', 'other', null, '7', { a: 1 }, true, '2025-01-01']
const preferences = [
  '',
  'return=minimal',
  'return=representation',
  'return=headers-only',
  'return=representation,count=exact',
  'return=representation,missing=default',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates,return=representation',
  'handling=strict,return=nope',
]

const makeRow = (random: Random, target: WriteTarget): Record<string, unknown> =>
  Object.fromEntries(
    writeTargets[target].columns
      .filter((column) => often(random, column === 'nope' ? 0.04 : 0.7))
      .map((column) => [column, pick(random, cells)]),
  )

const makeKey = (random: Random, target: WriteTarget): string => {
  const column = pick(random, writeTargets[target].columns)
  return `${column}=${encode(pick(random, ['eq.1', 'eq.2', 'gt.1', 'in.(1,2)', 'is.null', 'eq.core', 'bad.1', 'eq.99']))}`
}

export const makeWrite = (random: Random): Call => {
  const target = pick(random, Object.keys(writeTargets) as WriteTarget[])
  const method = pick(random, ['POST', 'POST', 'PATCH', 'DELETE'])
  const { columns, keys } = writeTargets[target]
  const parameters: string[] = []
  if (method !== 'POST') parameters.push(makeKey(random, target))
  if (often(random, 0.3))
    parameters.push(`select=${pick(random, ['*', columns[0], columns.slice(0, 2).join(), 'nope', ''])}`)
  if (method === 'POST' && often(random, 0.15)) parameters.push(`on_conflict=${pick(random, keys)}`)
  if (often(random, 0.15)) parameters.push(`columns=${columns.slice(0, 2).join()}`)
  const prefer = pick(random, preferences)
  const headers = { 'content-type': 'application/json', ...(prefer !== '' && { prefer }) }
  const row = makeRow(random, target)
  const rows = method === 'POST' && often(random, 0.3) ? [row, { ...row, [columns[0]]: pick(random, cells) }] : row
  const path = `/${target}?${parameters.join('&')}`
  return method === 'DELETE' ? { method, path, headers } : { method, path, headers, body: JSON.stringify(rows) }
}
