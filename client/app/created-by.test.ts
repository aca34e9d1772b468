import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveProperty } from '#client/features/settings/feature-flags/flags-api.ts'
import { editedKinds } from '#client/features/settings/resources/edited-kinds.ts'
import { saveResource } from '#client/features/settings/resources/resources-api.ts'

let sent: unknown
beforeEach(() =>
  vi.stubGlobal('fetch', async (_path: string, { method, body }: { method: string; body: string }) => {
    if (method === 'POST') sent = JSON.parse(body)
    return Response.json([{ id: '1', name: 'one' }], { status: 201 })
  }),
)
afterEach(() => vi.unstubAllGlobals())

const draft = { name: 'one', namespace: 'default', labels: {}, icon: '', spec: {} }
const rule = { ...draft, spec: { events: ['check.failed'] } }

test.each<readonly [what: string, make: (by: string) => Promise<unknown>]>([
  ['a resource', (by) => saveResource(editedKinds.canaries, { draft, base: null }, by)],
  ['a playbook', (by) => saveResource(editedKinds.playbooks, { draft, base: null }, by)],
  ['a property', (by) => saveProperty({ name: 'one', value: 'true' }, by, true)],
  ['a rule of notifications', (by) => saveResource(editedKinds.notifications, { draft: rule, base: null }, by)],
])('%s is created without a creator when the person is unknown', async (_name, make) => {
  await make('0195c0de-0000-7000-8000-00000000a001')
  expect(sent).toMatchObject({ created_by: '0195c0de-0000-7000-8000-00000000a001' })
  await make('')
  expect(sent).not.toHaveProperty('created_by')
})
