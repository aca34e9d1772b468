import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, testWithoutPage } from '#tests/fixtures/browser.ts'
import { listPhoneFlaws } from '#tests/fixtures/page-rules.ts'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'

const shop = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: shop }
spec:
  schedule: '@every 1h'
  folder: [{ name: price list, path: /nowhere/at/all }]
`
const restart = `  title: Restart the shop
  checks: [{}]
  actions: [{ name: restart, exec: { script: echo restarted } }]
`
const broken = `  title: Count the stock
  actions: [{ name: count, exec: { script: exit 3 } }]
`
const guarded = `  title: Empty the shop
  approval: { type: any, approvers: { people: [someone@shop.example] } }
  actions: [{ name: empty, exec: { script: echo empty } }]
`
const test = testWithoutPage.extend<{ phone: Page }>({
  phone: async ({ browser, relay }, provide) => {
    const context = await browser.newContext({
      baseURL: relay.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await provide(await context.newPage())
    // Its pages would go on asking this port, which the relay of another test may get.
    await context.close()
  },
})
const playbooks = { restart, broken, guarded }
const resources = {
  'shop.yaml': shop,
  ...Object.fromEntries(
    Object.entries(playbooks).map(([name, spec]) => [`${name}.yaml`, playbookDocument(name, spec)]),
  ),
}
test.use({ relayOptions: { resources } })

const startRun = async (page: Page, name: string): Promise<void> => {
  const response = await page.request.get(`/api/db/playbooks?select=id&name=eq.${name}`)
  const [playbook] = z.array(z.object({ id: z.string() })).parse(await response.json())
  const headers = { origin: new URL(page.url()).origin }
  await page.request.post('/api/playbook/run', { data: { id: playbook?.id, params: {} }, headers })
}

const addIncident = async (page: Page): Promise<string> => {
  const whoami = z.object({ payload: z.object({ user: z.object({ id: z.string() }) }) })
  const { payload } = whoami.parse(await (await page.request.get('/api/auth/whoami')).json())
  const incident = { title: 'Prices are missing', description: '', type: 'availability', severity: 'High' }
  const response = await page.request.post('/api/db/incidents', {
    data: { ...incident, status: 'open', created_by: payload.user.id },
    headers: { origin: new URL(page.url()).origin, prefer: 'return=representation' },
  })
  const [row] = z.array(z.object({ id: z.string() })).parse(await response.json())
  return row?.id ?? ''
}

/** Links in text are as high as their line. Tools of the top bar are 40 px wide. */
const listSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.bp6-button, .bp6-input, select, .tabs-tab, .bp6-menu-item, .overview li a')]
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 40))
      .map(({ target, box }) => `${target.textContent || target.ariaLabel} ${box.width} x ${box.height}`),
  )

test('targets have the size of a finger, and fields do not make a browser zoom', async ({ phone: page }) => {
  await page.goto('/topology')
  await page
    .getByRole('link', { name: /price list/ })
    .first()
    .waitFor()
  expect(await listSmallTargets(page)).toEqual([])
  await page.goto('/health')
  await page.getByText('price list', { exact: true }).tap()
  await page.getByRole('button', { name: 'Run playbook' }).tap()
  await page.getByRole('menuitem', { name: 'Restart the shop' }).waitFor()
  expect(await listSmallTargets(page)).toEqual([])
  await page.goto(`/incidents/${await addIncident(page)}`)
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveCSS('font-size', '16px')
  expect(await listSmallTargets(page)).toEqual([])
})

test('several kinds of failures leave room for what follows', async ({ phone: page }) => {
  await page.goto('/topology')
  await addIncident(page)
  await startRun(page, 'broken')
  await startRun(page, 'guarded')
  await page.reload()
  const failures = page.getByRole('region', { name: 'What is broken' })
  await expect(failures.getByRole('heading')).toHaveText([
    /^1 unhealthy check/,
    /^\d+ open incident/,
    /^1 failed run/,
    /^1 run waiting/,
  ])
  await expect(failures.getByRole('link', { name: /price list/ })).toBeVisible()
  await expect(failures.getByRole('link', { name: /Empty the shop/ })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'No components yet' })).toBeInViewport()
  expect(await listPhoneFlaws(page)).toEqual([])
})

test('titles are not cut beside tools that have the size of a finger', async ({ phone: page }) => {
  for (const [address, name] of [
    ['/playbooks/runs', 'Playbooks'],
    ['/notifications/rules', 'Notification rules'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: 'Refresh' }).waitFor()
    await expect.poll(() => listPhoneFlaws(page), address).toEqual([])
  }
})

test('the placeholder of the target is not cut', async ({ phone: page }) => {
  await page.goto('/playbooks')
  await page.getByRole('button', { name: 'Run Restart the shop' }).tap()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Target' })
  await field.waitFor()
  const room = await field.evaluate((element) => {
    if (!(element instanceof HTMLInputElement)) throw new Error('the target is not a text field')
    const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(element)
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.font = `${fontSize} ${fontFamily}`
    const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
    return element.clientWidth - padding - context.measureText(element.placeholder).width
  })
  expect(room).toBeGreaterThanOrEqual(0)
})

test('an incident is commented and people are requested without searching for the field', async ({ phone: page }) => {
  await page.goto('/incidents')
  await page.goto(`/incidents/${await addIncident(page)}`)
  for (const [tab, text] of [
    ['Investigation', 'looking at it'],
    ['Timeline', 'prices are back'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).tap()
    const field = page.getByRole('textbox', { name: 'Comment' })
    await expect(field).toBeInViewport({ ratio: 1 })
    await field.fill(text)
    await page.getByRole('button', { name: 'Comment', exact: true }).tap()
    await expect(field).toHaveValue('')
  }
  await expect(page.getByText('prices are back')).toBeVisible()
  await page.getByRole('tab', { name: 'Investigation' }).tap()
  await page.getByRole('button', { name: 'Add responder' }).tap()
  await expect(page.getByRole('button', { name: 'Request help' })).toBeInViewport({ ratio: 1 })
})
