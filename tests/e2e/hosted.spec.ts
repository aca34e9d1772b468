import type { Page } from '@playwright/test'
import { expect, signInHosted, test } from '#tests/fixtures/hosted-console.ts'
import { hostedPerson } from '#tests/fixtures/hosted-provider/bodies.ts'
import type { SummaryBackend } from '#tests/fixtures/summary-backend.ts'

const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: new RegExp(text) }).first()
const switcher = (page: Page) => page.getByRole('button', { name: /organization switcher/i })

/** Without those of the relay, which polls for a while after the last viewer left. */
const listPageRequests = ({ requests, headers }: SummaryBackend): readonly string[] =>
  requests.filter((_request, at) => String(headers[at]?.['user-agent']).startsWith('Mozilla/'))

test.beforeEach(({ hosted: { provider } }) => provider.reset())

test('signs in at the provider, selects an organization and shows only its backend [AUTH-01,AUTH-02,AUTH-03,AUTH-04,AUTH-05,AUTH-32,AUTH-33,SHELL-71,SHELL-72]', async ({
  page,
  hosted: { northwind, fjordline },
}) => {
  await page.goto('/auth-state-checker')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/health')
  await expect(page).toHaveURL(/\/login\?return_to=%2Fhealth$/)
  await expect(page).toHaveTitle('Sign in | Quarterdeck')
  expect([northwind.requests, fjordline.requests]).toEqual([[], []])
  await signInHosted(page)

  await expect(page.getByRole('heading', { name: /Choose an organization/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fjordline Logistics' })).toBeVisible()
  await expect(page.getByText(/personal/i)).toHaveCount(0)
  expect([northwind.requests, fjordline.requests]).toEqual([[], []])
  const switched = page.waitForURL(/\/organizations\/orgs-switched$/)
  await page.getByRole('button', { name: 'Northwind' }).click()
  await switched
  await page.waitForURL(/\/topology$/)
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(cell(page, 'northwind home page')).toBeVisible()
  await expect(page.getByRole('button', { name: /open user menu/i })).toBeVisible()
  await expect(page.getByRole('button', { name: /^User/ })).toHaveCount(0)
  expect(fjordline.requests).toEqual([])

  await page.evaluate(() => {
    localStorage.setItem('quarterdeck.draft.playbook 1', '{"version":1,"savedAtMs":9e15,"value":"of Northwind"}')
    sessionStorage.setItem('quarterdeck.seen', '{}')
  })
  await switcher(page).click()
  await expect(page.getByText(/personal/i)).toHaveCount(0)
  await page.getByText('Fjordline Logistics', { exact: true }).click()
  await page.waitForURL(/\/topology$/)
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(cell(page, 'fjordline home page')).toBeVisible()
  await expect(page.getByText(/northwind home page/)).toHaveCount(0)
  await expect(switcher(page)).toContainText('Fjordline Logistics')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([])
  // Requests of the page that was left may arrive until the other organization is shown.
  const before = listPageRequests(northwind)
  expect(before).not.toEqual([])
  const sent = [...northwind.headers, ...fjordline.headers].map(({ cookie }) => cookie)
  expect(sent.every((cookie) => cookie === undefined)).toBe(true)

  await page.reload()
  await expect(cell(page, 'fjordline home page')).toBeVisible()
  expect(listPageRequests(northwind)).toEqual(before)
})

test('the provider manages profiles and users; signing out removes all data [AUTH-32,SHELL-36,SHELL-71]', async ({
  page,
  browser,
  relay,
}) => {
  const newcomer = await browser.newPage()
  await newcomer.goto(`${relay.url}/registration`)
  await expect(newcomer.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await expect(newcomer.getByLabel('Email address')).toBeVisible()
  await newcomer.close()
  await page.goto('/login')
  await signInHosted(page)
  await page.getByRole('button', { name: 'Northwind' }).click()
  await page.waitForURL(/\/topology$/)
  await page.goto('/profile-settings')
  await expect(page.getByText(hostedPerson.email)).toBeVisible()
  await page.goto('/settings/users')
  await expect(page.getByText('Users are managed by the hosted provider.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Screens' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)

  await page.getByRole('button', { name: /open user menu/i }).click()
  await expect(page.getByText('Download kubeconfig', { exact: true })).toBeVisible()
  await page.getByText('Sign out', { exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email address')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('quarterdeck.flags'))).toBeNull()
  await page.goto('/health')
  await expect(page).toHaveURL(/\/login/)
})

const openHealth = async (page: Page) => {
  await page.goto('/login')
  await signInHosted(page)
  await page.getByRole('button', { name: 'Northwind' }).click()
  await page.waitForURL(/\/topology$/)
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(cell(page, 'northwind home page')).toBeVisible()
}

test('one socket stays live while tokens expire and are renewed', async ({ page, hosted: { provider, northwind } }) => {
  let sockets = 0
  page.on('websocket', () => (sockets += 1))
  provider.tokensLiveForS = 6
  await openHealth(page)
  const [before, issued] = [sockets, provider.countBackendTokens()]
  await expect.poll(() => provider.countBackendTokens()).toBeGreaterThan(issued + 3)
  const [home] = northwind.checks
  northwind.checks = northwind.checks.map((check) => ({ ...check, name: 'renamed home page' }))
  await expect(cell(page, 'renamed home page')).toBeVisible()
  northwind.checks = home === undefined ? [] : [home]
  await expect(cell(page, 'northwind home page')).toBeVisible()
  expect(sockets).toBe(before)
})

test('a role that changes at the provider changes what the open page offers', async ({
  page,
  hosted: { provider, northwind },
}) => {
  provider.tokensLiveForS = 6
  await openHealth(page)
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'Connections' }).first()).toBeVisible()
  const { more } = northwind
  northwind.more = (url) => {
    const response = more(url)
    return url.pathname === '/auth/whoami' && response !== undefined
      ? { body: JSON.parse(JSON.stringify(response.body).replace('"admin"', '"guest"')) as unknown }
      : response
  }
  provider.setRole('org_n', 'org:guest')
  try {
    await expect(page.getByRole('link', { name: 'Connections' })).toHaveCount(0)
  } finally {
    northwind.more = more
  }
})

test.describe('a session that ends at the provider', () => {
  test.use({ expectedConsole: [/401/] })

  test('is continued by a sign-in over the open page, which keeps its input and shows its rows again', async ({
    page,
    hosted: { provider },
  }) => {
    provider.tokensLiveForS = 6
    await openHealth(page)
    await page.goto('/settings/feature-flags')
    await page.getByRole('button', { name: 'Add feature flag' }).click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('logs.disable')
    provider.endSession()
    await expect(page.getByText('Signed out.')).toBeVisible({ timeout: 60_000 })
    await signInHosted(page)
    await expect(page.getByText('Signed out.')).toHaveCount(0)
    await expect(page).toHaveURL(/\/settings\/feature-flags$/)
    await expect(name).toHaveValue('logs.disable')
  })
})

test.describe('an unreachable provider', () => {
  test.use({ expectedConsole: [/./] })

  test('is not treated as a sign-out', async ({ page, hosted: { provider } }) => {
    await page.goto('/login')
    await signInHosted(page)
    await page.getByRole('button', { name: 'Northwind' }).click()
    await page.waitForURL(/\/topology$/)
    provider.isDown = true
    await page.goto('/health')
    await expect(page.getByRole('heading', { name: 'The sign-in provider cannot be reached' })).toBeVisible()
    expect(page.url()).not.toContain('/login')
    provider.isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cell(page, 'northwind home page')).toBeVisible()
  })
})

test.describe('a backend that rejects the sign-in', () => {
  test.use({ expectedConsole: [/401/] })

  test('redirects every 401 to the state checker, which explains it without a redirect loop [ERR-02]', async ({
    page,
    hosted: { northwind },
  }) => {
    await page.goto('/login')
    await signInHosted(page)
    await page.getByRole('button', { name: 'Northwind' }).click()
    await page.waitForURL(/\/topology$/)
    northwind.failWith = 401
    try {
      await page.goto('/health')
      await expect(page).toHaveURL(/\/auth-state-checker\?return_to=/)
      await expect(page.getByRole('heading', { name: 'The console did not accept your sign-in' })).toBeVisible()
    } finally {
      northwind.failWith = null
    }
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/topology$/)
  })
})
