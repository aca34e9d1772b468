import type { Page } from '@playwright/test'
import { asRole } from '#tests/fixtures/as-role.ts'
import { testWithBreakableCheck as test } from '#tests/fixtures/breakable-check.ts'
import { expect } from '#tests/fixtures/browser.ts'
import { violations } from '#tests/fixtures/violations.ts'

test.beforeEach(({ target }) => target.break())

const openCheck = async (page: Page) => {
  await page.goto('/health')
  await page.getByRole('link', { name: /^home page/ }).click()
  return page.getByRole('complementary', { name: 'home page' })
}
const markText = /Acknowledged by .+ until it recovers: vendor informed/

test('an acknowledgement is shown everywhere at once, and is gone when the check recovers', async ({
  page,
  context,
  target,
}) => {
  const other = await context.newPage()
  await other.goto('/view/health')
  await expect(other.getByRole('heading', { level: 1, name: '1 unhealthy' })).toBeVisible()

  const panel = await openCheck(page)
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('vendor informed')
  await dialog.getByRole('button', { name: 'It recovers' }).click()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Acknowledge check' }).click()
  await expect(panel.getByText(markText)).toBeVisible()
  await expect(page.getByRole('link', { name: markText })).toBeVisible()
  await expect(other.getByText(/acknowledged by/)).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or do' }).fill('home page')
  await expect(page.getByRole('option', { name: /home page, unhealthy, shop, acknowledged by/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/')
  const strip = page.getByRole('region', { name: 'What is broken' })
  await expect(strip.getByRole('link', { name: '1 unhealthy check, 1 acknowledged' })).toBeVisible()
  await target.heal()
  await expect(strip.getByText('Nothing is broken')).toBeVisible()
  await target.break()
  await expect(strip.getByRole('link', { name: '1 unhealthy check', exact: true })).toBeVisible()
  await other.close()
})

test('an acknowledgement can be removed, and is not offered to viewers', async ({ page }) => {
  await openCheck(page)
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge check' }).click()
  await page.getByRole('button', { name: 'Remove acknowledgement' }).click()
  await expect(page.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible()
  await asRole(page, 'viewer')
  await page.reload()
  await expect(page.getByText(/Expected code 200, got 503/).first()).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Copy link' }).or(page.getByRole('button', { name: 'More actions' })),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Acknowledge', exact: true })).toHaveCount(0)
})
