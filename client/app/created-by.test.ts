import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveRule } from '#client/features/notifications/rules/rules-api.ts'
import { saveProperty } from '#client/features/settings/feature-flags/flags-api.ts'
import { resourceKinds } from '#client/features/settings/resources/resource-kinds.ts'
import { saveResource } from '#client/features/settings/resources/resources-api.ts'

let sent: unknown
beforeEach(() =>
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sent = JSON.parse(body)
    return Response.json([{ id: '1', name: 'one' }], { status: 201 })
  }),
)
afterEach(() => vi.unstubAllGlobals())

const sentTo = { person_id: null, team_id: null, playbook_id: null, custom_services: null }
const waits = { wait_for: null, wait_for_eval_period: null, group_by: null }
const rule = { name: 'one', events: [], filter: '', title: '', template: '', repeat_interval: '', ...waits }
const draft = { name: 'one', namespace: 'default', labels: {}, icon: '', spec: {} }

test.each<readonly [what: string, make: (by: string) => Promise<unknown>]>([
  ['a resource', (by) => saveResource(resourceKinds.canaries, { draft, base: null }, by)],
  ['a playbook', (by) => saveResource(resourceKinds.playbooks, { draft, base: null }, by)],
  ['a property', (by) => saveProperty({ name: 'one', value: 'true' }, by, true)],
  ['a rule of notifications', (by) => saveRule(null, { ...rule, ...sentTo }, by)],
])('%s is made without who made it where nobody is known, which a backend would look for', async (_what, make) => {
  await make('0195c0de-0000-7000-8000-00000000a001')
  expect(sent).toMatchObject({ created_by: '0195c0de-0000-7000-8000-00000000a001' })
  await make('')
  expect(sent).not.toHaveProperty('created_by')
})
