import { expect, test } from 'vitest'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { weatherStorm } from '#tests/fixtures/notification-storm.ts'

test('a storm sends one message per group, and a killed relay neither repeats nor loses any', async () => {
  const [checks, rules, teams] = [1_000, 20, 5]
  const { kills, arrived, sent, decided, undecided } = await weatherStorm(await createServerDatabase(), {
    checks,
    rules,
    teams,
    kills: 2,
  })
  expect([kills, undecided]).toEqual([3, 0])
  expect(decided).toEqual({ checks, times: checks, rules })
  expect(sent.map(({ id }) => id).toSorted()).toEqual([...arrived.keys()].toSorted())
  const [all, ofGroup] = [rules * teams, checks / teams]
  expect(sent.map(({ count, rows }) => [count, rows])).toEqual(Array.from({ length: all }, () => [ofGroup, ofGroup]))
  for (const { id, rule } of sent) {
    const [first, ...others] = arrived.get(id) ?? []
    expect(first).toMatchObject({ rule, title: expect.stringMatching(/^check-\d+ fails and 199 more$/) })
    // An interrupted attempt is repeated with the same message.
    for (const other of others) expect(other).toEqual(first)
  }
}, 300_000)
