import { expect, test } from '#tests/fixtures/browser.ts'
import { violationsInBothThemes } from '#tests/fixtures/violations.ts'

const canary = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: storefront }
spec:
  schedule: '@every 1h'
  folder:
    - { name: price list of the harbour shop, path: /nowhere/at/all }
    - { name: orders, path: / }
---
apiVersion: mission-control.flanksource.com/v1
kind: Playbook
metadata: { name: reload-prices }
spec:
  title: Reload the price list
  checks: [{ types: [folder] }]
  actions: [{ name: reload, exec: { script: echo reloaded } }]
---
apiVersion: mission-control.flanksource.com/v1
kind: Playbook
metadata: { name: warm-cache }
spec:
  title: Warm the cache
  actions: [{ name: warm, exec: { script: echo warm } }]
`
test.use({ relayOptions: { resources: { 'storefront.yaml': canary } } })

test('a failing check is found, opened and acted on without a pointer', async ({ page }) => {
  await page.goto('/health')
  await expect(page.getByRole('tab', { name: /default 2 1 unhealthy/ })).toBeVisible()

  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Find or do' })
  await expect(input).toBeFocused()
  await page.keyboard.type('harbour price')
  const check = page.getByRole('option', { name: 'price list of the harbour shop, unhealthy, storefront' })
  await expect(check).toHaveAttribute('aria-selected', 'true')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'price list of the harbour shop' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveAttribute('aria-selected', 'true')
  const actions = page.getByRole('region', { name: 'Actions for price list of the harbour shop' })
  await expect(actions.getByRole('button', { name: 'Run playbook' })).toBeEnabled()
  await page.keyboard.press('ArrowRight')
  await expect(actions.getByRole('button', { name: 'Open' })).toBeFocused()
  for (let pressed = 0; pressed < 10; pressed += 1) {
    if (await actions.getByRole('button', { name: 'Run playbook' }).evaluate((button) => button.matches(':focus')))
      break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Reload the price list' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Run Playbook' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Run Playbook' })).toHaveCount(0)
  await expect(input).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(input).toHaveCount(0)
})

test('finds and runs a playbook by the keyboard', async ({ page }) => {
  await page.goto('/incidents')
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find or do' })).toBeFocused()
  await page.keyboard.type('warm cache')
  await expect(page.getByRole('option', { name: 'Warm the cache' })).toHaveAttribute('aria-selected', 'true')
  const actions = page.getByRole('region', { name: 'Actions for Warm the cache' })
  await expect(actions.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const run = page.getByRole('dialog', { name: 'Run Playbook' }).getByRole('button', { name: 'Run playbook' })
  await expect(run).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/playbooks\/runs\/[\w-]+/)
})

test('a playbook is run by saying so', async ({ page }) => {
  await page.goto('/incidents')
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find or do' })).toBeFocused()
  await page.keyboard.type('> run warm')
  const found = page.getByRole('group', { name: 'Playbooks', exact: true }).getByRole('option')
  await expect(found).toHaveText(['Warm the cache'])
  await expect(found).toHaveAttribute('aria-selected', 'true')
  const actions = page.getByRole('region', { name: 'Actions for Warm the cache' })
  await expect(actions.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Run Playbook' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/playbooks\/runs\/[\w-]+/)
})

test('on a phone, a button opens it over the whole screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/incidents')
  await page.getByRole('button', { name: 'Find or do' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find or do' })
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await page.getByRole('combobox', { name: 'Find or do' }).fill('reload price')
  await page.getByRole('option', { name: 'Reload the price list' }).click()
  await expect(page).toHaveURL(/\/playbooks\/[\w-]+$/)
})

test('text typed before the palette has loaded is in its field', async ({ page }) => {
  const held: (() => void)[] = []
  await page.route(/assets\/palette-[^/]*\.js$/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto('/incidents')
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('g harx')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('status').filter({ hasText: /^g har$/ })).toBeVisible()
  for (const release of held) release()
  const input = page.getByRole('combobox', { name: 'Find or do' })
  await expect(input).toBeFocused()
  await page.keyboard.type('bour')
  await expect(input).toHaveValue('g harbour')
  await expect(page).toHaveURL(/\/incidents$/)
})
