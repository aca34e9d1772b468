import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readyzRoute } from '#shared/status/status-routes.ts'
import { emptyDatabase, expect, test as base } from '#tests/fixtures/browser.ts'
import { startRelay } from '#tests/fixtures/relay.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

const secretsKey = Buffer.alloc(32, 7).toString('base64')
const test = base.extend<{ databaseUrl: string }>({
  databaseUrl: oncePerWorker(emptyDatabase, async () => undefined),
  relayOptions: ({ databaseUrl }, provide) =>
    provide({
      env: { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, RELAY_LEASE: '4s' },
      resources: { 'properties.yaml': 'logs.disable: true\n' },
    }),
})

const waitOptions = { timeout: 30_000 }

test('relays of one database are listed with their work and different documents, and can be drained', async ({
  page,
  relay,
  databaseUrl,
}) => {
  test.slow()
  await page.goto('/settings/relays')
  const table = page.getByRole('table', { name: 'Relays' })
  const place = new URL(relay.url).host
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('cell', { name: '64', exact: true })).toBeVisible()
  await expect(table.getByRole('button', { name: /^Drain/ })).toBeDisabled()

  const other = await startRelay({
    env: { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, RELAY_LEASE: '4s' },
    resources: { 'properties.yaml': 'logs.disable: false\n' },
  })
  try {
    const otherPlace = new URL(other.url).host
    const row = table.getByRole('row', { name: otherPlace })
    const findState = async () => {
      const response = await fetch(`${other.url}${readyzRoute.path}`)
      const { parts } = readyzRoute.response.parse(await response.json())
      return [response.status, parts['relays']]
    }
    const different = page.getByRole('list', { name: 'Different documents' })
    await expect(different.getByRole('listitem')).toHaveCount(2, waitOptions)
    await expect(different.getByText(`(${otherPlace}): properties.yaml differs`)).toBeVisible()
    await expect
      .poll(findState, waitOptions)
      .toEqual([200, expect.objectContaining({ state: 'up', mode: '2 relays, documents differ' })])
    await writeFile(join(other.resourcesDir, 'properties.yaml'), 'logs.disable: true\n')
    await expect(different).toHaveCount(0, waitOptions)
    await expect(row.getByRole('cell', { name: '32', exact: true })).toBeVisible(waitOptions)

    await row.getByRole('button', { name: /^Drain/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Drain/ })
    await dialog.getByRole('button', { name: 'Drain relay' }).click()
    await expect(row.getByRole('cell', { name: 'drained', exact: true })).toBeVisible(waitOptions)
    await expect(table.getByRole('cell', { name: '64', exact: true })).toBeVisible(waitOptions)
    const reason = 'Draining: the other relays take over its work.'
    await expect.poll(findState, waitOptions).toEqual([503, expect.objectContaining({ state: 'down', reason })])
    const last = table.getByRole('row', { name: place })
    await expect(last.getByRole('button', { name: /^Drain/ })).toBeDisabled()

    await row.getByRole('button', { name: /^Resume/ }).click()
    await page
      .getByRole('dialog', { name: /^Resume/ })
      .getByRole('button', { name: 'Resume relay' })
      .click()
    await expect(row.getByRole('cell', { name: 'working', exact: true })).toBeVisible(waitOptions)
    await expect.poll(async () => (await findState())[0], waitOptions).toBe(200)
  } finally {
    await other.stop()
  }
  await expect(table.getByRole('row')).toHaveCount(2, waitOptions)
})
