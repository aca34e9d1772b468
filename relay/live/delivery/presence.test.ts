import { expect, test } from 'vitest'
import { localReplication } from '#relay/live/feeds/feed-replication.ts'
import { createPresence } from './presence.ts'
import type { Watch } from './watch.ts'

const makeWatch = (person: string, runId: string, topic = 'playbooks.run') =>
  ({
    room: { instance: { topic, params: { runId } } },
    connection: { session: { viewer: { id: person, name: person, email: '', roles: [] } } },
  }) as unknown as Watch

test('counts a person with several tabs once, until the last tab closes', () => {
  const changes: string[] = []
  const presence = createPresence({
    topic: 'playbooks.run',
    param: 'runId',
    replication: localReplication,
    onChange: (about) => changes.push(about),
  })
  const names = (runId: string) => presence.at(runId).map(({ viewer }) => viewer.name)
  const [first, second, other] = [makeWatch('mara', 'r1'), makeWatch('mara', 'r1'), makeWatch('jonas', 'r1')]
  for (const watch of [first, second, other, makeWatch('priya', 'r2'), makeWatch('tunde', 'r1', 'playbooks.log')])
    presence.began(watch)
  expect([names('r1'), names('r2'), names('r3')]).toEqual([['mara', 'jonas'], ['priya'], []])
  presence.ended(first)
  expect(names('r1')).toEqual(['mara', 'jonas'])
  presence.ended(second)
  expect([names('r1'), changes]).toEqual([['jonas'], ['r1', 'r1', 'r2', 'r1']])
})
