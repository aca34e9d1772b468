import type { Page } from '@playwright/test'
import { asRole } from '#tests/fixtures/as-role.ts'
import { expect, test } from '#tests/fixtures/browser.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'

const settled = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}
const widthOf = async (page: Page) => (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width

const openPreferences = async (page: Page) => {
  await settled(page, '/incidents')
  await page.getByRole('button', { name: 'Preferences' }).click()
}

test.describe('the sidebar', () => {
  test('is 224 units wide, 56 when it is collapsed, and stays so over a reload [SHELL-52,SHELL-54]', async ({
    page,
  }) => {
    await settled(page, '/incidents')
    expect(await widthOf(page)).toBe(224)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    expect(await widthOf(page)).toBe(56)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
    expect(await widthOf(page)).toBe(56)
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    expect(await widthOf(page)).toBe(224)
  })

  test('opens its settings to the right when it is collapsed [SHELL-53]', async ({ page }) => {
    await settled(page, '/incidents')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click()
    const list = page.getByRole('list', { name: 'Settings' })
    await expect(list).toBeVisible()
    expect((await list.boundingBox())?.x).toBeGreaterThanOrEqual(56)
    await list.getByRole('link', { name: 'Screens' }).click()
    await expect(page).toHaveURL(/\/settings\/screens$/)
    await expect(list).toHaveCount(0)
  })

  test('folds on a click outside of it below 1024, and not from there on [SHELL-55]', async ({ page }) => {
    await page.setViewportSize({ width: 1_024, height: 800 })
    await settled(page, '/incidents')
    await page.getByRole('main').click()
    expect(await widthOf(page)).toBe(224)
    await page.setViewportSize({ width: 1_000, height: 800 })
    await page.getByRole('main').click()
    await expect.poll(() => widthOf(page)).toBe(56)
  })

  test('takes no room below 800, where a button opens it [SHELL-57]', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 800 })
    await settled(page, '/incidents')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.setViewportSize({ width: 799, height: 800 })
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playbooks' }).click()
    await expect(page).toHaveURL(/\/playbooks$/)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  })

  test('leads to the six areas and, sorted, to the settings [SHELL-47,SHELL-48]', async ({ page }) => {
    await settled(page, '/incidents')
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect(main.getByRole('link')).toHaveText([
      'Quarterdeck',
      'Dashboard',
      'Health',
      'Incidents',
      'Catalog',
      'Logs',
      'Playbooks',
    ])
    await main.getByRole('button', { name: 'Settings' }).click()
    const built = [
      'Agents',
      'Audit',
      'Backup',
      'Catalog Scrapers',
      'Connections',
      'Event Queue Status',
      'Feature Flags',
      'Health Checks',
      'Integrations',
      'Job History',
      'Log Backends',
      'Permissions',
      'Rules',
      'Screens',
      'Teams',
      'Topologies',
      'Users',
    ]
    await expect(main.getByRole('list', { name: 'Settings' }).getByRole('link')).toHaveText(built)
    await page.goto('/settings')
    await expect(page.getByRole('main').getByRole('link')).toHaveText(built)
  })
})

test.describe('the top bar', () => {
  test('has a title, its menus, and a bell that leads to the notifications [SHELL-59,SHELL-62,SHELL-16]', async ({
    page,
  }) => {
    await settled(page, '/incidents')
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
    for (const name of ['Preferences', 'Help', /^User/]) await expect(bar.getByRole('button', { name })).toBeVisible()
    await bar.getByRole('link', { name: 'Notifications' }).click()
    await expect(page).toHaveURL(/\/notifications$/)
    await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible()
  })

  test('has a help menu with Docs [SHELL-64]', async ({ page }) => {
    await settled(page, '/incidents')
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'Docs' }).click()
    await expect(page.getByRole('heading', { name: 'What the shapes mean' })).toBeVisible()
  })

  test('has a user menu with a greeting, the profile and the versions [SHELL-65,SHELL-66,SHELL-67,SHELL-69]', async ({
    page,
  }) => {
    await settled(page, '/incidents')
    await page.getByRole('button', { name: /^User/ }).click()
    await expect(page.getByText(/^Hi, \S/)).toBeVisible()
    await expect(page.getByText('frontend 1.0.855')).toBeVisible()
    await expect(page.getByText(/^backend \S+$/)).toBeVisible()
    await page.getByRole('menuitem', { name: 'Your Profile' }).click()
    await expect(page).toHaveURL(/\/profile-settings$/)
  })

  test.describe('without a backend version', () => {
    test.use({ expectedConsole: [/Failed to load resource/] })
    test('says NA in its place [SHELL-69]', async ({ page }) => {
      await page.route(/\/api\/(canary\/)?about$/, (route) => route.fulfill({ status: 404, body: '' }))
      await settled(page, '/incidents')
      await page.getByRole('button', { name: /^User/ }).click()
      await expect(page.getByText('backend NA')).toBeVisible()
    })
  })
})

test.describe('the kubeconfig dialog', () => {
  test.beforeEach(async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await settled(page, '/incidents')
    await page.getByRole('button', { name: /^User/ }).click()
    await page.getByRole('menuitem', { name: 'Download kubeconfig' }).click()
  })

  test('opens from the user menu under its title [SHELL-68,SHELL-73]', async ({ page }) => {
    await expect(page.getByRole('dialog', { name: 'Download and install kubeconfig' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('downloads the file in a new tab [SHELL-74]', async ({ page, context }) => {
    await context.route('**/api/kubeconfig', (route) => route.fulfill({ body: 'apiVersion: v1' }))
    const opened = context.waitForEvent('page')
    await page.getByRole('dialog').getByRole('button', { name: 'Download kubeconfig' }).click()
    await expect(await opened).toHaveURL(/\/api\/kubeconfig$/)
  })

  test('has a command to copy that names the host, and a link to more [SHELL-75,SHELL-76]', async ({ page }) => {
    const command = 'kubectl --kubeconfig 127.0.0.1-kubeconfig.yaml get canaries --all-namespaces'
    await expect(page.getByText(command)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('Copied to clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command)
    await expect(page.getByRole('listitem').last().getByRole('link', { name: 'Learn more' })).toBeVisible()
  })
})

test.describe('preferences', () => {
  test('offer four date formats, the browser’s zone first, deleted configs, and a card width [SHELL-63,SHELL-77,SHELL-78,SHELL-79,SHELL-80]', async ({
    page,
  }) => {
    await openPreferences(page)
    const formats = page.getByRole('group', { name: 'Date/time format' })
    await expect(formats.getByRole('radio')).toHaveCount(4)
    for (const name of ['short', 'medium', 'full', 'timestamp'])
      await expect(formats.getByRole('radio', { name })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Time zone' }).locator('option').first()).toHaveText(/^Browser/)
    await expect(page.getByRole('group', { name: 'Show deleted configs' }).getByRole('button')).toHaveText([
      'yes',
      'no',
    ])
    const slider = page.getByRole('slider', { name: /Topology card width/ })
    for (const [name, value] of [
      ['min', '250'],
      ['max', '768'],
      ['step', '2'],
    ] as const)
      await expect(slider).toHaveAttribute(name, value)
  })

  test('are kept over a reload, each of them [SHELL-81,SHELL-82,SHELL-83]', async ({ page }) => {
    await openPreferences(page)
    await page.getByRole('radio', { name: 'timestamp' }).check()
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
    await page.getByRole('button', { name: 'yes', exact: true }).click()
    await page.getByRole('slider').fill('500')
    await page.getByRole('combobox', { name: 'Page size' }).selectOption('150')
    await page.getByRole('button', { name: 'Light' }).click()
    await page.getByText('Sidebar collapsed').click()
    await expect.poll(() => widthOf(page)).toBe(56)
    await openPreferences(page)
    await expect(page.getByRole('radio', { name: 'timestamp' })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo')
    await expect(page.getByRole('button', { name: 'yes', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('slider')).toHaveValue('500')
    await expect(page.getByRole('combobox', { name: 'Page size' })).toHaveValue('150')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('checkbox', { name: 'Sidebar collapsed' })).toBeChecked()
  })
})

test.describe('loading', () => {
  test('holds every page until the flags are known, but not the card of a topology [SHELL-05,SHELL-06]', async ({
    page,
  }) => {
    const release = await holdRequests(page, '**/api/properties')
    await page.goto('/view/topology/0195c0de-0000-7000-8000-000000000001')
    await expect(page.getByRole('heading', { level: 1, name: 'Topology not found' })).toBeVisible()
    await page.goto('/incidents')
    await expect(page.getByRole('link', { name: 'Playbooks' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
  })

  test('fetches the code of the first page while the flags are still on their way', async ({ page }) => {
    const release = await holdRequests(page, '**/api/properties')
    const code = page.waitForResponse(/\/assets\/health-[^/]+\.js$/)
    await page.goto('/health')
    expect((await code).ok()).toBe(true)
    await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  })

  test('shows a skeleton in place of the navigation until the person is known [SHELL-56]', async ({ page }) => {
    const release = await holdRequests(page, '**/api/auth/whoami')
    await page.goto('/incidents')
    await expect(page.getByRole('status', { name: 'Loading the navigation' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Playbooks' })).toHaveCount(0)
    release()
    await expect(page.getByRole('link', { name: 'Playbooks' })).toBeVisible()
  })
})

test.describe('roles and flags', () => {
  test('a viewer sees no settings, and may not add a silence [SHELL-49,PERM-19]', async ({ page }) => {
    await asRole(page, 'viewer')
    await page.goto('/notifications/silences/add')
    await expect(
      page.getByRole('heading', { name: 'Unauthorized: You do not have permission to access this page' }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Playbooks' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Settings' })).toHaveCount(0)
  })

  test('an integration needs write', async ({ page }) => {
    await asRole(page, 'responder')
    await page.goto('/settings/integrations/scrapers/1')
    await expect(page.getByRole('heading', { level: 2, name: /^Unauthorized/ })).toBeVisible()
  })

  test('a switched-off feature leaves the navigation [SHELL-50]', async ({ page }) => {
    await page.route('**/api/properties', (route) =>
      route.fulfill({ json: [{ name: 'playbooks.disable', value: 'true', source: 'local' }] }),
    )
    await settled(page, '/incidents')
    await expect(page.getByRole('link', { name: 'Health', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Playbooks' })).toHaveCount(0)
    await page.goto('/playbooks')
    await expect(page.getByRole('heading', { name: 'This area is switched off' })).toBeVisible()
  })
})

test.describe('trouble', () => {
  test.use({ expectedConsole: [/Failed to load resource|WebSocket|dynamically imported module/] })

  test('flags that cannot be read hide nothing, and the page says so', async ({ page }) => {
    await page.route('**/api/properties', (route) => route.fulfill({ status: 500, json: { error: 'down' } }))
    await settled(page, '/incidents')
    await expect(page.getByText('Feature flags could not be read.')).toBeVisible()
    await page.unroute('**/api/properties')
    await page.getByRole('button', { name: 'Retry now' }).click()
    await expect(page.getByText('Feature flags could not be read.')).toHaveCount(0)
  })

  test('while flags that could not be read are asked for again, the page stays with what was typed; it is done without a press too', async ({
    page,
  }) => {
    await page.route('**/api/properties', (route) => route.fulfill({ status: 500, json: { error: 'down' } }))
    await page.goto('/settings/connections')
    await page.getByRole('button', { name: 'Add connection' }).click()
    await page.getByRole('dialog', { name: 'Add connection' }).getByLabel('Search types').fill('http')
    await page.keyboard.press('Enter')
    const name = page.getByRole('dialog', { name: 'Add HTTP connection' }).getByLabel('Name', { exact: true })
    await name.fill('half-typed')
    await expect(page.getByText('Feature flags could not be read.')).toBeVisible()
    await page.unroute('**/api/properties')
    const asked = page.waitForRequest('**/api/properties')
    const release = await holdRequests(page, '**/api/properties')
    await asked
    await expect(page.getByText('Feature flags could not be read.')).toBeVisible()
    release()
    await expect(page.getByText('Feature flags could not be read.')).toHaveCount(0)
    await expect(name).toHaveValue('half-typed')
  })

  test('a refused whoami shows the error page [ERR-08]', async ({ page }) => {
    await page.route('**/api/auth/whoami', (route) =>
      route.fulfill({ status: 403, body: 'unauthorized. Access Denied' }),
    )
    await page.goto('/incidents')
    await expect(page.getByRole('heading', { name: 'The console cannot tell who you are' })).toBeVisible()
    await expect(page.getByText('unauthorized. Access Denied')).toBeVisible()
  })

  test('a backend that is still starting is waited for, and the console opens by itself [AUTH-45]', async ({
    page,
  }) => {
    await page.route('**/api/auth/whoami', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto('/incidents')
    await expect(
      page.getByRole('heading', { name: 'Please wait, instance provisioning in-progress ...' }),
    ).toBeVisible()
    await page.unroute('**/api/auth/whoami')
    await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
  })

  test('a lost network is said, and can be dismissed [ERR-04,UI-14]', async ({ page }) => {
    await page.route('**/api/properties', (route) => route.abort('connectionrefused'))
    await page.goto('/incidents')
    const toast = page.getByRole('alert').filter({ hasText: 'Network Error. Please try again.' })
    await expect(toast).toBeVisible()
    await toast.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast).toHaveCount(0)
  })

  test('being offline is said [ERR-05]', async ({ page, context }) => {
    await settled(page, '/incidents')
    await context.setOffline(true)
    await page.getByRole('button', { name: /^User/ }).click()
    await expect(page.getByText('No internet connection. Please try again.')).toBeVisible()
    await context.setOffline(false)
  })

  test('a page whose code cannot be loaded says so and offers to reload', async ({ page }) => {
    await page.route('**/assets/settings-page-*.js', (route) => route.abort())
    await page.goto('/settings')
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    await page.unroute('**/assets/settings-page-*.js')
    await page.getByRole('button', { name: 'Reload page' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Screens' })).toBeVisible()
  })
})

test.describe('the keyboard', () => {
  test('opens its sheet with ?, goes where two letters say, and can be switched off', async ({ page }) => {
    await settled(page, '/incidents')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(page).toHaveURL(/\/playbooks$/)
    await page.keyboard.press('?')
    await page.getByText('Single-letter shortcuts').click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/playbooks$/)
  })

  test('reaches the content past the navigation by the first stop', async ({ page }) => {
    await settled(page, '/incidents')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('in standalone mode a page opens without a sign-in, and the title of the tab is the page’s own [AUTH-07,AUTH-08]', async ({
  page,
}) => {
  await settled(page, '/incidents')
  await expect(page).toHaveURL(/\/incidents$/)
  await expect(page).toHaveTitle('Incidents')
})
