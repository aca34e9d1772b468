import { readFile } from 'node:fs/promises'
import { asRole } from '#tests/fixtures/as-role.ts'
import { emptyDatabase, expect, test } from '#tests/fixtures/browser.ts'
import { startRelay } from '#tests/fixtures/relay.ts'

const edge = `kind: Canary
metadata: { name: shop, namespace: default }
spec: { schedule: '@every 1h', tcp: [{ name: door, endpoint: '127.0.0.1:1' }] }
`
const yaml = (name: string, text: string) => ({ name, mimeType: 'application/yaml', buffer: Buffer.from(text) })

test.use({ relayOptions: { resources: { 'shop.yaml': edge } } })

test('exports resources with a passphrase, previews and imports them in another console', async ({ page }) => {
  test.slow()
  const second = await startRelay({ env: { DATABASE_URL: await emptyDatabase() }, resources: { 'none.yaml': '' } })
  try {
    await page.goto('/settings/backup')
    const out = page.getByRole('region', { name: 'Export' })
    await out.getByRole('button', { name: 'Encrypt' }).click()
    await out.getByLabel('Passphrase', { exact: true }).fill('correct horse')
    await out.getByRole('button', { name: 'Export resources' }).click()
    await expect(out.getByText('The passphrases do not match.')).toBeVisible()
    await out.getByLabel('Repeat passphrase').fill('correct horse')
    const saving = page.waitForEvent('download')
    await out.getByRole('button', { name: 'Export resources' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^quarterdeck-\d{4}-\d\d-\d\d\.yaml$/)
    const text = await readFile(await saved.path(), 'utf8')
    expect(text).toContain('name: shop')

    await page.goto(`${second.url}/settings/backup`)
    const back = page.getByRole('region', { name: 'Import' })
    await back.getByLabel('File').setInputFiles(yaml('foreign.yaml', 'kind: Deployment\nmetadata: { name: x }\n'))
    await expect(back.getByText('The file has an error.')).toBeVisible()
    await expect(back.getByText(/Not a backup/)).toBeVisible()
    await back.getByLabel('File').setInputFiles(yaml('saved.yaml', text))
    const preview = back.getByRole('region', { name: 'Preview' })
    await expect(preview.getByRole('list', { name: 'Import changes' })).toContainText('default/shop')
    await preview.getByRole('button', { name: 'Import resources' }).click()
    await expect(back.getByText(/\d+ added, 0 changed, 0 removed\./)).toBeVisible()

    await page.goto(`${second.url}/settings/canaries`)
    await expect(page.getByRole('link', { name: 'shop', exact: true })).toBeVisible()

    await page.goto(`${second.url}/settings/backup`)
    await back.getByLabel('File').setInputFiles(yaml('changed.yaml', edge.replace('@every 1h', '@every 2h')))
    await expect(preview.getByText('1 to change')).toBeVisible()
    await preview.getByRole('button', { name: 'Changes of default/shop' }).click()
    await expect(preview.getByRole('region', { name: 'default/shop' })).toContainText('@every 2h')
    await preview.getByRole('button', { name: 'Cancel' }).click()
    await expect(preview).toHaveCount(0)
  } finally {
    await page.goto('about:blank')
    await second.stop()
  }
})

test('without permission, export is disabled and names who can grant it', async ({ page }) => {
  await asRole(page, 'editor')
  await page.goto('/settings/backup')
  await expect(page.getByRole('heading', { name: /^Unauthorized:/ })).toBeVisible()
})
