import { expect, test as base } from '#tests/fixtures/browser.ts'
import { startSummaryBackend, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

interface Tables {
  playbooks: object[]
  permissions_summary: object[]
}
const none: Tables = { playbooks: [], permissions_summary: [] }

const test = base.extend<{ backend: SummaryBackend & { tables: Tables } }>({
  backend: oncePerWorker(
    async () => {
      const backend = Object.assign(await startSummaryBackend(), { tables: none })
      backend.more = ({ pathname, searchParams }) => {
        if (!pathname.startsWith('/db/')) return undefined
        const table = pathname.slice('/db/'.length)
        const rows = new Map<string, object[]>([
          ...Object.entries(backend.tables),
          ['permissions', backend.tables.permissions_summary],
        ]).get(table)
        const body = searchParams.get('id')?.startsWith('eq.') ? [] : (rows ?? [])
        return { body, headers: { 'content-range': `*/${body.length}` } }
      }
      return backend
    },
    (backend) => backend.stop(),
  ),
  relayOptions: ({ backend }, provide) => provide({ env: { BACKEND_URL: backend.url } }),
})

const at = '2026-11-22T21:20:01Z'
const playbook = { id: '0195c0de-0000-7000-8000-0000000000b1', name: 'flush', spec: { actions: [] }, updated_at: at }
const permission = {
  id: '0195c0de-0000-7000-8000-0000000000e1',
  action: 'read',
  object: 'catalog',
  subject: 'everyone',
  subject_type: 'group',
  deny: false,
  description: 'Inserted beside',
  created_at: at,
  updated_at: at,
}

test('pages of playbooks and permissions show inserts by others without change events', async ({
  context,
  page: playbooks,
  backend,
}) => {
  backend.tables = none
  const permissions = await context.newPage()
  await playbooks.goto('/playbooks')
  await expect(playbooks.getByText('No playbooks yet')).toBeVisible()
  await expect(playbooks.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await permissions.goto('/settings/permissions')
  await expect(permissions.getByText('No permissions yet')).toBeVisible()
  await expect(permissions.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  backend.tables = { playbooks: [playbook], permissions_summary: [permission] }
  await expect(playbooks.getByText('flush')).toBeVisible()
  await expect(permissions.getByText('Inserted beside')).toBeVisible()
})

const pages = [
  ['/health', 'health.checks'],
  ['/view/health', 'health.checks'],
  ['/playbooks', 'playbooks.playbooks'],
  ['/playbooks/0195c0de-0000-7000-8000-0000000000b1', 'playbooks.playbooks'],
  ['/playbooks/runs', 'playbooks.runs'],
  ['/playbooks/runs/0195c0de-0000-7000-8000-0000000000a1', 'playbooks.run'],
  ['/settings/permissions', 'settings.permissions'],
  ['/settings/users', 'settings.users'],
  ['/settings/jobs', 'jobs.history'],
  ['/settings/feature-flags', 'settings.flags'],
  ['/settings/screens', 'health.checks'],
] as const
const subscribed = /^42\d*\["subscribe",\{"topic":"([\w.]+)"/

for (const [path, topic] of pages)
  test(`${path} follows ${topic}`, async ({ page, backend }) => {
    backend.tables = none
    const followed = new Set<string | undefined>()
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => followed.add(subscribed.exec(String(payload))?.[1])),
    )
    await page.goto(path)
    await expect.poll(() => [...followed]).toContain(topic)
  })
