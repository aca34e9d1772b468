import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { kinds } from '#tests/fixtures/databases.ts'

const size = 7
const node = fc.integer({ min: 0, max: size - 1 })
const graphs = fc.record({
  deleted: fc.uniqueArray(node, { maxLength: 2 }),
  parents: fc.array(fc.option(node, { nil: null }), { minLength: size, maxLength: size }),
  edges: fc.array(
    fc.record({ from: node, to: node, relation: fc.constantFrom('hard', 'uses'), isDeleted: fc.boolean() }),
    { maxLength: 12 },
  ),
  start: node,
  direction: fc.constantFrom('incoming', 'outgoing', 'all'),
  depth: fc.integer({ min: 0, max: 4 }),
  withDeleted: fc.boolean(),
  kind: fc.constantFrom('hard', 'both'),
})
type Graph = typeof graphs extends fc.Arbitrary<infer T> ? T : never

interface Edge {
  readonly from: number
  readonly to: number
}

const listEdges = ({ edges, parents, deleted, withDeleted, kind }: Graph): Edge[] => {
  const held = parents.flatMap((parent, child): Edge[] =>
    parent === null || parent === child || (deleted.includes(child) && !withDeleted)
      ? []
      : [{ from: parent, to: child }],
  )
  const related = edges.filter(
    ({ relation, isDeleted }) => (withDeleted || !isDeleted) && (kind === 'both' || relation === 'hard'),
  )
  return [...held, ...related]
}

/** Independent reference implementation: distance of each item. */
const model = (graph: Graph): Map<number, number> => {
  const { start, direction, depth, deleted, withDeleted } = graph
  const edges = listEdges(graph)
  const found = new Map([[start, 0]])
  for (const isOutgoing of [true, false]) {
    if (direction === (isOutgoing ? 'incoming' : 'outgoing')) continue
    let latest = new Set([start])
    const seen = new Set([start])
    for (let step = 1; step <= depth; step += 1) {
      const next = new Set<number>()
      for (const { from, to } of edges) {
        const [here, there] = isOutgoing ? [from, to] : [to, from]
        if (latest.has(here) && !seen.has(there) && (withDeleted || !deleted.includes(there))) next.add(there)
      }
      for (const each of next) {
        seen.add(each)
        found.set(each, Math.min(step, found.get(each) ?? step))
      }
      latest = next
    }
  }
  return found
}

const unlike = (one: Edge, other: Edge) => one.from !== other.from || one.to !== other.to

describe.each(kinds)('on the $kind database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const store = async ({ deleted, parents, edges }: Graph): Promise<string[]> => {
    await database.query('truncate config_items cascade')
    const { rows } = await database.query<{ id: string }>(
      `insert into config_items (type, config_class, name, deleted_at)
       select 'T', 'C', i::text, case when i = any($1::int[]) then now() end from generate_series(0, ${size - 1}) i
       returning id`,
      [deleted],
    )
    const ids = rows.map(({ id }) => id)
    for (const [child, parent] of parents.entries())
      if (parent !== null && parent !== child)
        await database.query('update config_items set parent_id = $2 where id = $1', [ids[child], ids[parent]])
    for (const { from, to, relation, isDeleted } of edges)
      await database.query(
        `insert into config_relationships (config_id, related_id, relation, deleted_at)
         values ($1, $2, $3, case when $4 then now() end) on conflict do nothing`,
        [ids[from], ids[to], relation, isDeleted],
      )
    return ids
  }

  const distinct = graphs.filter(({ edges }) =>
    edges.every((edge, at) =>
      edges.slice(at + 1).every((other) => edge.relation !== other.relation || unlike(edge, other)),
    ),
  )

  const queryLines = async (call: string, parameters: readonly unknown[]) => {
    const { rows } = await database.query<{ line: string }>(
      `select name || ' ' || array_to_string(related_ids, ' ') as line from ${call} order by name`,
      parameters,
    )
    return rows.map(({ line }) => line)
  }

  test('the as-of query for now matches the live query, and does not change afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(distinct, async (graph) => {
        const ids = await store(graph)
        const { start, direction, depth, kind } = graph
        const parameters = [ids[start], direction, depth, kind] as const
        const expected = await queryLines('related_configs_recursive($1, $2, false, $3, $4, $4)', parameters)
        const { rows } = await database.query<{ at: string }>('select clock_timestamp()::text as at')
        const at = rows[0]?.at
        const queryPast = () => queryLines('related_configs_as_of($1, $5, $2, $3, $4, $4)', [...parameters, at])
        expect(await queryPast()).toEqual(expected)
        await database.query('update config_items set parent_id = null, deleted_at = now()')
        await database.query('update config_relationships set deleted_at = now() where deleted_at is null')
        expect(await queryPast()).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  })

  test('reachable items match a walk along the edges, with the links of each [CAT-09,CAT-10]', async () => {
    await fc.assert(
      fc.asyncProperty(distinct, async (graph) => {
        const ids = await store(graph)
        const { start, direction, depth, withDeleted, kind } = graph
        const { rows } = await database.query<{ name: string; related_ids: string[] }>(
          'select name, related_ids from related_configs_recursive($1, $2, $3, $4, $5, $5)',
          [ids[start], direction, withDeleted, depth, kind],
        )
        const isShown = (each: number) => withDeleted || !graph.deleted.includes(each)
        const reached = model(graph)
        const expected = [...reached].filter(([each]) => isShown(each))
        expect(rows.map(({ name }) => Number(name))).toEqual(
          expected.toSorted(([a, from], [b, to]) => from - to || a - b).map(([each]) => each),
        )
        for (const { name, related_ids: related } of rows) {
          const leads = listEdges(graph).filter(({ from, to }) => from === Number(name) && reached.has(to))
          expect(new Set(related)).toEqual(new Set(leads.map(({ to }) => ids[to])))
        }
      }),
      { numRuns: 60 },
    )
  })
})
