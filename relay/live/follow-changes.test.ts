import fastify from 'fastify'
import { expect, test } from 'vitest'
import { boundTopics } from '#relay/testing/bound-topics.ts'
import { followChanges, type ChangeNotices } from './follow-changes.ts'

type Watch = Parameters<NonNullable<ChangeNotices['watchTables']>>[0]

test('changed tables without NOTIFY hint at the topics that they change', async () => {
  const hinted: (readonly string[])[] = []
  let watch: Watch | undefined
  let isStopped = false
  const app = fastify()
  followChanges(
    app,
    {
      hint: (topics) => hinted.push(topics),
      refreshNow: () => undefined,
      follow: () => undefined,
      findDenial: () => undefined,
      stop: () => undefined,
    },
    {
      topics: boundTopics,
      access: { onChange: () => () => undefined },
      notices: {
        listen: async () => async () => undefined,
        watchTables: (given) => {
          watch = given
          return async () => void (isStopped = true)
        },
      },
    },
  )
  expect(watch?.tables).toEqual(
    expect.arrayContaining([
      'agents',
      'teams',
      'config_scrapers',
      'job_history',
      'people',
      'properties',
      'checks_unlogged',
    ]),
  )
  for (const table of ['agents', 'job_history', 'checks_unlogged']) watch?.onChange([table])
  expect(hinted).toEqual([
    ['settings.agents'],
    ['jobs.history', 'jobs.failing', 'catalog.scrapers', 'resources.topologies', 'resources.teams'],
    ['health.checks', 'attention.checks'],
  ])
  await app.close()
  expect(isStopped).toBe(true)
})
