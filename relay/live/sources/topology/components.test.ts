import { expect, test } from 'vitest'
import { componentRowSchema } from '#shared/topology/topology.ts'
import { z } from 'zod'
import { componentsSource } from './components.ts'

const response = {
  components: [
    {
      id: 'shop',
      name: 'Shop',
      status: 'unhealthy',
      components: [
        { id: 'web', name: 'web', status: 'healthy', parents: ['shop', 'edge'], components: null },
        {
          id: 'db',
          name: 'db',
          status: 'unhealthy',
          properties: 'not a list',
          components: [{ id: 'pod', name: 'pod' }],
        },
      ],
    },
    { id: 'edge', name: 'Edge', components: [{ id: 'web', name: 'web', parents: ['shop', 'edge'] }] },
    { id: 'secret', name: 'Secret', hidden: true, components: [{ id: 'inside', name: 'inside' }] },
  ],
}

const loaded = async (body: unknown) => {
  const source = componentsSource(() => Promise.resolve(JSON.stringify(body)))
  const { body: list, unread = [] } = await source.load({}, new AbortController().signal, { kind: 'all' })
  const rows = z.array(z.object({ id: z.string() })).parse(JSON.parse(list))
  return { ids: rows.map(({ id }) => id), unread: unread.map(String) }
}

const loadRows = async (filter: object, body: unknown = response) => {
  const paths: string[] = []
  const source = componentsSource((path) => {
    paths.push(path)
    return Promise.resolve(JSON.stringify(body))
  })
  const { body: list } = await source.load(filter, new AbortController().signal, { kind: 'all' })
  const entries: unknown = JSON.parse(list)
  const rows = Array.isArray(entries) ? entries.map((entry) => componentRowSchema.parse(entry)) : []
  return { paths, rows: rows.map(({ id, level, parents }) => ({ id, level, parents })) }
}

test('lists a component with two parents once, with both parents', async () => {
  const { rows, paths } = await loadRows({})
  expect(rows).toEqual([
    { id: 'shop', level: 0, parents: [] },
    { id: 'edge', level: 0, parents: [] },
    { id: 'web', level: 1, parents: ['edge', 'shop'] },
    { id: 'db', level: 1, parents: ['shop'] },
    { id: 'pod', level: 2, parents: ['db'] },
  ])
  expect(paths).toEqual(['/api/canary/api/topology?noCache=true&depth=3'])
})

test('lists hidden components and their children only on request', async () => {
  const { rows, paths } = await loadRows({ hidden: true, type: '!Pod' })
  expect(rows.map(({ id }) => id)).toContain('inside')
  expect(paths).toEqual(['/api/canary/api/topology?noCache=true&type=%21Pod&hidden=true&depth=3'])
})

test('accepts null from a backend without components', async () => {
  expect((await loadRows({ flatten: true }, { components: null, types: [] })).rows).toEqual([])
})

test('rejects an invalid topology with a message', async () => {
  await expect(loadRows({}, { components: [{ name: 'without an id' }] })).rejects.toThrow(
    'The backend returned components in an unknown format.',
  )
})

test('keeps a component with an invalid name, and skips and reports what has no ID', async () => {
  const nameless = { id: 'nameless', components: [{ id: 'inside', name: 'inside' }] }
  const { ids, unread } = await loaded({
    components: [{ id: 'shop', name: 'Shop', components: [nameless, { name: 'without an id' }, 'no component'] }],
  })
  expect(ids).toEqual(['shop', 'nameless', 'inside'])
  expect(unread).toHaveLength(3)
  expect(unread[0]).toContain('name')
})
