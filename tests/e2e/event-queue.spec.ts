import { readFile } from 'node:fs/promises'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#relay/database/server.ts'
import { chooseOption } from '#tests/fixtures/choose-option.ts'
import { serverUrlName } from '#tests/fixtures/browser-setup.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { createDatabase } from '#tests/fixtures/migrated-server.ts'
import { insertRow } from '#tests/fixtures/rows.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

interface Store {
  readonly url: string
  readonly database: Database
}

const test = base.extend<{ store: Store }>({
  store: oncePerWorker(
    async () => {
      const url = await createDatabase(process.env[serverUrlName] ?? '')
      const database = await openServer({ url, maxConnections: 1, onConnectionError: () => undefined })
      return { url, database }
    },
    ({ database }) => database.close(),
  ),
  relayOptions: ({ store }, provide) => provide({ env: { DATABASE_URL: store.url } }),
})

const failed = { error: 'smtp.example.test:587: TLS not available', attempts: 3, last_attempt: '2026-11-22T08:02:11Z' }

test('shows pending and failed events live, with reasons by event [SHELL-40,SET-95,API-30]', async ({
  page,
  store,
}) => {
  await page.goto('/settings/event-queue-status')
  await expect(page.getByRole('heading', { name: 'The queue is empty' })).toBeVisible()
  await insertRow(store.database, 'event_queue', { name: 'check.failed', properties: { id: 'c1' } })
  await insertRow(store.database, 'event_queue', { name: 'notification.send', properties: { id: 'n1' }, ...failed })
  await insertRow(store.database, 'event_queue', { name: 'notification.send', properties: { id: 'n2' } })
  const table = page.getByRole('table', { name: 'Queued events' })
  const send = table.getByRole('row', { name: /notification\.send/ })
  await expect(send.getByRole('img', { name: 'failing' })).toBeVisible()
  await expect(send.getByRole('cell')).toHaveText([
    /notification\.send/,
    '1',
    '1',
    '1.5',
    failed.error,
    /22 Nov/,
    /22 Nov/,
  ])
  await expect(page.getByText('2 pending')).toBeVisible()
  await expect(page.getByText('1 of 2 events failing')).toBeVisible()

  await chooseOption(page, 'State', 'Failing')
  await expect(table.getByRole('row', { name: /check\.failed/ })).toHaveCount(0)
  await expect(page).toHaveURL(/state=failing/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export JSON' }).click()
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toEqual([
    expect.objectContaining({ Name: 'notification.send', 'Pending Count': 1, 'Error Count': 1 }),
  ])

  await send.getByRole('button', { name: 'notification.send' }).click()
  const dialog = page.getByRole('dialog', { name: 'notification.send' })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('listitem')).toContainText('"id": "n1"')
  await expect(dialog.getByRole('listitem')).toContainText('3 attempts')

  await store.database.query('delete from event_queue')
  await expect(dialog.getByRole('heading', { name: 'No failed events of this name' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'The queue is empty' })).toBeVisible()
})
