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

const relations = {
  services: {
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
    ],
    embeds: [
      'teams',
      'checks',
      'tags',
      'owner_id',
      'team_id',
      'services_parent_id_fkey',
      'service_tags',
      'people!services_backup_id_fkey',
      'nope',
    ],
  },
  teams: { key: ['id'], columns: ['id', 'name', 'spec'], embeds: ['people', 'services', 'team_sizes'] },
  people: {
    key: ['id'],
    columns: ['id', 'name', 'email', 'team_id', 'joined', 'active'],
    embeds: ['teams', 'profiles', 'services!owner_id'],
  },
  checks: {
    key: ['id'],
    columns: ['id', 'service_id', 'name', 'passing', 'duration', 'severity'],
    embeds: ['services', 'results', 'service_list'],
  },
  results: { key: ['check_id', 'at'], columns: ['check_id', 'at', 'duration', 'message'], embeds: ['checks'] },
  service_list: {
    key: ['id'],
    columns: ['id', 'name', 'team_id', 'owner_id', 'state', 'team_name', 'shout'],
    embeds: ['teams', 'checks', 'people!owner_id'],
  },
  odd: { key: ['select'], columns: ['select', '"na me"', 'dash-ed', '"quo\\"te"', '"do.t"', 'ünï'], embeds: [] },
} as const
type RelationName = keyof typeof relations
const relationNames = Object.keys(relations) as RelationName[]

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
  const column = pick(random, relations[relation].columns)
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
const writeItem = (random: Random, relation: RelationName, depth: number): string => {
  const { embeds } = relations[relation]
  if (depth < 2 && embeds.length > 0 && often(random, 0.25)) {
    const target = pick(random, relationNames)
    const hint = pick(random, ['', '', '!inner', '!left'])
    const prefix = pick(random, ['', '', 'x:', '...'])
    return `${prefix}${pick(random, embeds)}${hint}(${writeSelect(random, target, depth + 1)})`
  }
  const alias = often(random, 0.1) ? 'a:' : ''
  const suffix = often(random, 0.1) ? pick(random, ['::text', '::int', '::nope', '.count()', '.max()', '.sum()']) : ''
  return often(random, 0.1) ? pick(random, ['*', 'count()', '']) : `${alias}${writeColumn(random, relation)}${suffix}`
}
const writeSelect = (random: Random, relation: RelationName, depth = 0): string =>
  Array.from({ length: 1 + Math.floor(random() * 3) }, () => writeItem(random, relation, depth)).join(',')
const directions = ['', '.asc', '.desc', '.desc.nullslast', '.nullsfirst', '.nope']
const writeOrder = (random: Random, relation: RelationName): string =>
  Array.from({ length: Math.floor(random() * 3) }, () => writeColumn(random, relation) + pick(random, directions)).join(
    pick(random, [',', ',', ', ']),
  )
/** SQL leaves the order of equal rows open. A query with aggregates cannot be ordered by columns that it does not group by. */
const withTieBreak = (relation: RelationName, order: string, select: string | undefined): string =>
  [...(order === '' ? [] : [order]), ...(select?.includes('()') === true ? [] : relations[relation].key)].join()
const numbers = ['0', '1', '2', '5', '', ' ', '-1', 'x', '99999999999999999999', '1.5', '+1']

const mutate = (random: Random, text: string): string => {
  const at = Math.floor(random() * (text.length + 1))
  const inserted = pick(random, [' ', ',', '(', ')', '.', '"', '*', ':', '!', '\\', ';', "'", '&', '->', '::'])
  return often(random, 0.5) ? text.slice(0, at) + inserted + text.slice(at) : text.slice(0, at) + text.slice(at + 1)
}

const encode = (text: string): string => encodeURIComponent(text).replaceAll('%25', '%')

/** One in six requests is damaged by one character. */
export const makeRead = (random: Random): Call => {
  const relation = pick(random, relationNames)
  const parameters: [string, string][] = []
  const selected = often(random, 0.7) ? writeSelect(random, relation) : undefined
  if (selected !== undefined) parameters.push(['select', selected])
  while (often(random, 0.4)) parameters.push([writeColumn(random, relation), writeCondition(random)])
  if (often(random, 0.25))
    parameters.push([pick(random, ['and', 'or', 'not.and', 'not.or']), writeLogic(random, relation)])
  const limits: [string, string][] = []
  if (often(random, 0.15)) limits.push(['limit', pick(random, numbers)])
  if (often(random, 0.12)) limits.push(['offset', pick(random, numbers)])
  if (limits.length > 0 || often(random, 0.4))
    parameters.push(['order', withTieBreak(relation, writeOrder(random, relation), selected)])
  parameters.push(...limits)
  const whole = parameters.map(([key, value]): [string, string] =>
    often(random, 0.05)
      ? [key, mutate(random, value)]
      : often(random, 0.02)
        ? [mutate(random, key), value]
        : [key, value],
  )
  const query = whole.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
  const headers = often(random, 0.1) ? { prefer: pick(random, ['count=exact', 'count=exact,handling=strict']) } : {}
  return { path: `/${relation}?${query}`, headers }
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
  const headers = { 'content-type': 'application/json', ...(prefer === '' ? {} : { prefer }) }
  const row = makeRow(random, target)
  const rows = method === 'POST' && often(random, 0.3) ? [row, { ...row, [columns[0]]: pick(random, cells) }] : row
  const path = `/${target}?${parameters.join('&')}`
  return method === 'DELETE' ? { method, path, headers } : { method, path, headers, body: JSON.stringify(rows) }
}
