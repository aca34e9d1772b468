import { expect, test } from 'vitest'
import { routes } from '#client/lib/address/routes.ts'
import { groupSettings } from './settings-groups.ts'

test('groups the pages a person may see and leaves out no unknown page', () => {
  const entries = [
    { name: 'Audit', href: routes.audit },
    { name: 'Connections', href: routes.connections },
    { name: 'Job History', href: routes.jobs },
    { name: 'New page', href: '/settings/new' },
  ]
  expect(groupSettings(entries).map((group) => [group.title, group.entries.map(({ name }) => name)])).toEqual([
    ['Operation', ['Job History', 'Audit']],
    ['Connections', ['Connections']],
    ['More', ['New page']],
  ])
})
