import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAll } from '#tests/contract/data-api/compare.ts'
import { reads } from '#tests/contract/data-api/condition-cases.ts'
import { accept, aggregates, embeds, forms, pages, views } from '#tests/contract/data-api/language-cases.ts'
import { openSystems } from '#tests/contract/data-api/systems.ts'

let systems: Awaited<ReturnType<typeof openSystems>>
beforeAll(async () => {
  systems = await openSystems()
})
afterAll(() => systems.close())

describe.each(Object.entries(reads))('%s', (_, paths) => {
  test.each(paths)('answers %s as PostgREST does [API-02]', async (path) => {
    const { responses, expected } = await askAll(systems, { path })
    expect(responses).toEqual(expected)
  })
})

describe('embedded relations', () => {
  test.each(embeds)('answers %s as PostgREST does [API-02]', async (path) => {
    const { responses, expected } = await askAll(systems, { path })
    expect(responses).toEqual(expected)
  })
})

describe('views with the foreign keys of the tables below them', () => {
  test.each(views)('answers %s as PostgREST does [API-02]', async (path) => {
    const { responses, expected } = await askAll(systems, { path })
    expect(responses).toEqual(expected)
  })
})

describe('aggregates', () => {
  test.each(aggregates)('answers %s as PostgREST does', async (path) => {
    const { responses, expected } = await askAll(systems, { path })
    expect(responses).toEqual(expected)
  })
})

describe('pages, counts and preferences', () => {
  test.each(pages)('answers $path with $headers as PostgREST does [API-03,API-04]', async (call) => {
    const { responses, expected } = await askAll(systems, call)
    expect(responses).toEqual(expected)
  })

  test('estimates a planned count as the planner does', async () => {
    const call = { path: '/services?select=id&order=id&limit=2', headers: { prefer: 'count=planned' } }
    const all = [...systems.ours, systems.real]
    await Promise.all(all.map(({ database }) => database.query('analyze lang.services')))
    const ranges = await Promise.all(all.map(async (system) => (await system.ask(call)).headers.get('content-range')))
    expect(ranges).toEqual(['0-1/5', '0-1/5', '0-1/5'])
  })
})

describe('forms of an answer', () => {
  test.each(forms)('answers $path with $headers as PostgREST does', async (call) => {
    const { responses, expected } = await askAll(systems, call)
    expect(responses).toEqual(expected)
  })

  test('refuses an object for several rows and for none with 406', async () => {
    for (const path of ['/services?id=gt.1', '/services?id=eq.99']) {
      const call = accept(path, 'application/vnd.pgrst.object+json')
      const { responses, expected } = await askAll(systems, call)
      const bodies = (outcomes: typeof responses) =>
        Object.values(outcomes).map(({ status, body }) => ({ status, body }))
      expect(bodies(responses)).toEqual(bodies(expected))
      expect(bodies(responses).map(({ status }) => status)).toEqual([406, 406])
    }
  })
})
