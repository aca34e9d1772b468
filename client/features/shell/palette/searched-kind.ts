import type { Pulse } from '@blueprintjs/icons'
import type { z } from 'zod'
import { listRows } from '#client/api/data-api.ts'
import { idList, toPattern } from '#client/api/list-query.ts'
import type { Hit } from './hit.ts'
import { rankByMatch, splitWords } from './match-text.ts'

export interface Found {
  readonly hits: readonly Hit[]
  /** Of all matching rows, not only the listed ones; null if the backend did not count. */
  readonly total: number | null
}

export interface SearchedKind {
  readonly kind: string
  readonly title: string
  readonly icon: typeof Pulse
  /** The page whose readers may search this kind. */
  readonly page: string
  readonly toMoreHref?: (search: string) => string
  readonly search: (text: string, signal: AbortSignal) => Promise<Found>
  readonly load: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Hit[]>
}

interface KindOptions<Row extends { readonly id: string }> extends Omit<SearchedKind, 'search' | 'load'> {
  readonly relation: string
  /** The searched columns; the first one sorts. */
  readonly names?: readonly [string, ...string[]]
  /** The embedded relation that has the searched columns. */
  readonly embed?: string
  readonly row: z.ZodType<Row>
  readonly select: string
  readonly order?: string
  readonly filter?: Readonly<Record<string, string>>
  readonly toHit: (row: Row) => Omit<Hit, 'key'>
  readonly complete?: (hits: readonly Hit[], signal: AbortSignal) => Promise<readonly Hit[]>
}

const searchLimit = 20
const exactLimit = 5

const anyColumn = (columns: readonly string[], pattern: string) =>
  `or(${columns.map((column) => `${column}.ilike."${pattern}"`).join(',')})`

const unique = <Row extends { readonly id: string }>(rows: readonly Row[]) => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

export const searchedKind = <Row extends { readonly id: string }>(options: KindOptions<Row>): SearchedKind => {
  const { kind, title, icon, page, toMoreHref, relation, names = ['name'], embed, row, select, filter, toHit } = options
  const complete = options.complete ?? ((hits: readonly Hit[]) => Promise.resolve(hits))
  const order = options.order ?? `${names[0]}.asc`
  const list = (query: Readonly<Record<string, string | number>>, signal: AbortSignal) =>
    listRows(relation, { row, query: { select, ...filter, ...query }, signal })
  const toHits = (rows: readonly Row[]) => rows.map((each): Hit => ({ key: `${kind}/${each.id}`, ...toHit(each) }))
  return {
    kind,
    title,
    icon,
    page,
    ...(toMoreHref && { toMoreHref }),
    search: async (text, signal) => {
      const words = splitWords(toPattern(text))
      if (words.length === 0) return { hits: [], total: 0 }
      const find = (patterns: readonly string[], limit: number) => {
        const all = `(${patterns.map((pattern) => anyColumn(names, pattern)).join(',')})`
        return list({ [embed === undefined ? 'and' : `${embed}.and`]: all, order, limit }, signal)
      }
      const contains = words.map((word) => `*${word}*`)
      const { rows, total } = await find(contains, searchLimit)
      // The rows are not ordered by relevance, so the best match may be beyond the limit.
      const name = words.join(' ')
      const best =
        (total ?? rows.length) <= searchLimit
          ? []
          : await Promise.all([find([name], exactLimit), find([`${name}*`], exactLimit)])
      const hits = await complete(toHits(unique([...best.flatMap((found) => found.rows), ...rows])), signal)
      return { hits: rankByMatch(hits, text, (each) => each.name), total }
    },
    load: async (ids, signal) => {
      const { rows } = await list({ id: idList(ids), limit: ids.length }, signal)
      return complete(toHits(rows), signal)
    },
  }
}
