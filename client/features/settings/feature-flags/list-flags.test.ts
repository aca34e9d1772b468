import { expect, test } from 'vitest'
import { flagFacts, listFlags, type Flag } from './list-flags.ts'

const find = (flags: readonly Flag[], property: string) => flags.find((flag) => flag.property === property)

test('lists name, source and value of each flag, including features that are not set [PERM-59,PERM-60]', () => {
  const stored = { name: 'logs.disable', value: 'false', created_by: null, created_at: null, updated_at: null }
  const flags = listFlags(
    [
      { name: 'logs.disable', value: 'true', source: 'local' },
      { name: 'check.status.retention.days', value: '3', source: 'db' },
    ],
    [stored],
  )
  expect(find(flags, 'logs.disable')).toEqual({
    property: 'logs.disable',
    feature: 'logs',
    shows: 'Logs',
    value: 'true',
    source: 'local',
    stored,
    isOff: true,
    offWith: null,
    takesAlong: null,
  })
  expect(find(flags, 'health.disable')).toEqual({
    property: 'health.disable',
    feature: 'health',
    shows: 'Health',
    value: null,
    source: null,
    stored: null,
    isOff: false,
    offWith: null,
    takesAlong: null,
  })
  expect(find(flags, 'check.status.retention.days')?.feature).toBeNull()
  expect(flagFacts(flags)).toEqual([
    '25 features',
    '1 off',
    '1 other property',
    '1 set locally on the backend, read-only here',
  ])
})

test('a parent that is off turns off its child, whose own switch stays unchanged [PERM-54,PERM-58]', () => {
  const flags = listFlags([{ name: 'settings.job_history.disable', value: 'true', source: 'db' }], [])
  expect(find(flags, 'settings.job_history.disable')).toMatchObject({ isOff: true, takesAlong: 'health' })
  expect(find(flags, 'health.disable')).toMatchObject({ isOff: false, offWith: 'settings.job_history' })
})
