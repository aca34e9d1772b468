import type { Page } from '@playwright/test'
import { asRole } from '#tests/fixtures/as-role.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { startHttpTarget, type Target } from '#tests/fixtures/targets.ts'
import { violationsInBothThemes } from '#tests/fixtures/violations.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

const test = base.extend<{ target: Target }>({
  target: oncePerWorker(
    () => startHttpTarget(),
    (target) => target.stop(),
  ),
})
test.use({ relayOptions: { name: 'empty console', resources: {} } })

const checklist = (page: Page) => page.getByRole('region', { name: 'First steps' })
const step = (page: Page, title: string) =>
  checklist(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })

// The first two tests need an empty console.
test('those who may not create learn who can', async ({ page }) => {
  await asRole(page, 'viewer')
  await page.goto('/topology')
  await expect(page.getByText('This console checks only itself so far.')).toBeVisible()
  await expect(checklist(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('menuitem', { name: 'Docs' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'First steps' })).toHaveCount(0)
})

test('an empty console leads from a pasted address to a healthy check, and ticks each step', async ({
  page,
  target,
}) => {
  await page.goto('/')
  await expect(checklist(page).getByText('0 of 5 done')).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
  const address = checklist(page).getByRole('textbox', { name: 'Address to check every 30 seconds' })
  await address.fill('two words')
  await address.press('Enter')
  await expect(checklist(page).getByText('Enter an address, for example https://example.com')).toBeVisible()
  await address.fill(target.at)
  await address.press('Enter')
  await expect(
    checklist(page)
      .getByRole('list', { name: 'Your checks' })
      .getByText(/^healthy in \d+ ms$/),
  ).toBeVisible()
  await expect(step(page, 'Add a check').getByRole('img', { name: 'Done' })).toBeVisible()
  await expect(checklist(page).getByText('1 of 5 done')).toBeVisible()

  await page.request.post('/api/db/notifications', {
    data: { name: 'all', events: ['check.failed'], custom_services: [{ service: 'webhook', url: target.at }] },
  })
  await expect(step(page, 'Notify me').getByRole('img', { name: 'Done' })).toBeVisible()

  for (const [title, link, path] of [
    ['Add people or sign-in', 'Set up sign-in', '/docs/sign-in'],
    ['Notify me', 'Add notification rule', '/notifications/rules/new'],
    ['Import documents', 'Import documents', '/settings/backup'],
    ['Connect Kubernetes or a cloud', 'Add integration', '/settings/integrations?add=true'],
  ] as const)
    await expect(step(page, title).getByRole('link', { name: link })).toHaveAttribute('href', path)
  await step(page, 'Connect Kubernetes or a cloud').getByRole('link').click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('sample documents come and go with one click, and leave everything else', async ({ page, target }) => {
  await page.request.post('/api/db/canaries', {
    data: {
      name: 'mine',
      namespace: 'default',
      spec: { schedule: '@every 30s', http: [{ name: 'mine', url: target.at }] },
    },
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'First steps' }).click()
  await checklist(page).getByRole('button', { name: 'Add sample documents' }).click()
  await expect(page.getByRole('link', { name: /^sample payment/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sample shop' })).toBeVisible()
  await checklist(page).getByRole('button', { name: 'Remove sample documents' }).click()
  await expect(checklist(page).getByRole('button', { name: 'Add sample documents' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sample shop' })).toHaveCount(0)
  const left = (await (await page.request.get('/api/db/canaries?deleted_at=is.null&select=name')).json()) as unknown[]
  expect(left).toContainEqual({ name: 'mine' })
  expect(left).not.toContainEqual({ name: 'sample-shop' })
})

test('the checklist is hidden and found again, and a wall never shows it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'First steps' }).click()
  await checklist(page).getByRole('button', { name: 'Hide checklist' }).click()
  await expect(checklist(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'What is broken' })).toBeVisible()
  await expect(checklist(page)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Find or do' }).fill('first steps')
  await page.getByRole('option', { name: 'First steps' }).click()
  await expect(checklist(page)).toBeVisible()
  await page.goto('/topology?wall')
  await expect(page.getByRole('region', { name: 'What is broken' })).toBeVisible()
  await expect(checklist(page)).toHaveCount(0)
})
