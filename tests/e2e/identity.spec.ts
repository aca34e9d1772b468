import type { Page } from '@playwright/test'
import { expect, field, register, setUpLink, test } from '#tests/fixtures/identity-console.ts'
import { violations } from '#tests/fixtures/violations.ts'

const text = (id: number, message: string, type = 'info', context: object = {}) => ({
  id,
  text: message,
  type,
  context,
})
const input = (group: string, name: string, type: string, more: object = {}, label?: string) => ({
  type: 'input',
  group,
  attributes: { name, type, disabled: false, node_type: 'input', ...more },
  messages: [],
  meta: label === undefined ? {} : { label: text(1_070_002, label) },
})
const button = (group: string, name: string, value: string, label: string) =>
  input(group, name, 'submit', { value }, label)
const flow = (more: object, nodes: readonly object[]) => ({
  id: 'flow-1',
  type: 'browser',
  state: 'choose_method',
  ui: { action: '/x', method: 'POST', messages: [], nodes: [input('default', 'csrf_token', 'hidden'), ...nodes] },
  ...more,
})
const mockResponse = (page: Page, path: string, json: object, status = 200) =>
  page.route(`**/api/.ory${path}`, (route) => route.fulfill({ status, json }))
/** A context of its own: a clock holds for all later pages of its context. */
const testWithClock = test.extend({
  page: async ({ browser, baseURL }, provide) => {
    const page = await browser.newPage({ ...(baseURL !== undefined && { baseURL }) })
    await page.clock.install()
    await provide(page)
    await page.close()
  },
})
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('the sign-in has its title, heading, password reset link and a fixed width [AUTH-09,AUTH-13,AUTH-14,AUTH-17,AUTH-34]', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(heading(page, 'Sign In to your account')).toBeVisible()
  await expect(page).toHaveTitle('Sign in | Quarterdeck')
  await expect(page.getByRole('link', { name: 'Reset password' })).toHaveAttribute('href', '/recovery')
  const width = async () => (await page.locator('form').boundingBox())?.width
  const wide = await width()
  await page.setViewportSize({ width: 600, height: 800 })
  expect(await width()).toBe(wide)
})

test('the heading of the sign-in names the requested step [AUTH-15,AUTH-16]', async ({ page }) => {
  const code = [input('totp', 'totp_code', 'text', {}, 'Authentication code'), button('totp', 'method', 'totp', 'Go')]
  await mockResponse(page, '/self-service/login/browser*', flow({ refresh: true, requested_aal: 'aal1' }, code))
  await page.goto('/login?refresh=true')
  await expect(heading(page, 'Confirm Action')).toBeVisible()
  await mockResponse(page, '/self-service/login/browser*', flow({ refresh: false, requested_aal: 'aal2' }, code))
  await page.goto('/login?aal=aal2')
  await expect(heading(page, 'Two-Factor Authentication')).toBeVisible()
  await expect(page.getByLabel('Authentication code')).toBeFocused()
})

test('the other flows have their headings and back links [AUTH-20,AUTH-21,AUTH-22,AUTH-39,AUTH-40,AUTH-41]', async ({
  page,
}) => {
  await page.goto('/registration')
  await expect(heading(page, 'Create account')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    'Open your invitation link again or ask an administrator for one.',
  )
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(heading(page, 'Sign In to your account')).toBeVisible()
  for (const [address, name] of [
    ['/recovery', 'Recover account'],
    ['/verification', 'Verify your account'],
  ] as const) {
    await page.goto(address)
    await expect(heading(page, name)).toBeVisible()
    await expect(field(page, 'email')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Go back' })).toBeVisible()
  }
})

test('submits credentials from the address after confirmation and stores them nowhere [AUTH-18,AUTH-19,AUTH-37,AUTH-44]', async ({
  page,
  relay,
}) => {
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/login?flow='))
  await page.goto('/login?username=ada%40example.test&password=wrong-secret&return_to=%2Fhealth')
  await expect(heading(page, 'Sign in as ada@example.test?')).toBeVisible()
  await expect(page).toHaveURL(`${relay.url}/login?return_to=%2Fhealth`)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(await (await sent).postDataJSON()).toEqual({
    csrf_token: expect.stringMatching(/./),
    method: 'password',
    identifier: 'ada@example.test',
    password: 'wrong-secret',
  })
  await expect(page).toHaveURL(`${relay.url}/login?return_to=%2Fhealth`)
  await expect(page.getByText(/credentials are invalid/)).toBeVisible()
  await expect(field(page, 'password')).toBeFocused()
  expect(relay.log()).not.toContain('wrong-secret')

  let posts = 0
  page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
  await page.goto('/login?username=ada%40example.test')
  await expect(field(page, 'identifier')).toBeFocused()
  expect([posts, page.url()]).toEqual([0, `${relay.url}/login`])

  await page.goto('/login?username=mallory%40example.test&password=wrong-secret')
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(field(page, 'identifier')).toBeFocused()
  await expect(field(page, 'identifier')).toHaveValue('')
  expect(posts).toBe(0)
})

testWithClock('a wall signs in by its address after a visible countdown [AUTH-19]', async ({ page }) => {
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/login?flow='))
  await page.goto('/login?username=wall%40example.test&password=wrong-secret&return_to=%2Fview%2Fhealth')
  await expect(page.getByText('This screen signs in automatically in 10 s.')).toBeVisible()
  for (let second = 0; second < 10; second += 1) await page.clock.runFor(1_000)
  expect(await (await sent).postDataJSON()).toMatchObject({ identifier: 'wall@example.test' })
})

test('Tab moves from the name to the password, then to the link beside its label', async ({ page }) => {
  await page.goto('/login')
  await expect(field(page, 'identifier')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field(page, 'password')).toBeFocused()
})

test('the page footer does not cover buttons on a phone in landscape', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  const fields = ['traits.email', 'traits.name.first', 'traits.name.last', 'password'].map((name) =>
    input('password', name, 'text', {}, name),
  )
  const oneStep = flow({}, [...fields, button('password', 'method', 'password', 'Sign up')])
  await mockResponse(page, '/self-service/registration/browser*', oneStep)
  await page.goto('/registration')
  const foot = page.getByRole('contentinfo')
  const signUp = page.getByRole('button', { name: 'Sign up' })
  await expect(signUp).toBeVisible()
  const [above, below] = [await signUp.boundingBox(), await foot.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

testWithClock('counts down the wait, and shows errors of hidden fields above the form', async ({ page }) => {
  const wait = text(4_000_001, 'Too many attempts. Wait 3 seconds and try again.', 'error', { retry_after_seconds: 3 })
  const hidden = {
    ...input('password', 'captcha', 'hidden'),
    messages: [text(4_000_002, 'Captcha is missing.', 'error')],
  }
  const nodes = [
    hidden,
    input('password', 'password', 'password', {}, 'Password'),
    button('password', 'method', 'p', 'Go'),
  ]
  const shown = flow({}, nodes)
  await mockResponse(page, '/self-service/login/browser*', { ...shown, ui: { ...shown.ui, messages: [wait] } })
  await page.goto('/login')
  await expect(page.getByRole('alert').filter({ hasText: 'Captcha is missing.' })).toBeVisible()
  const counted = page.getByRole('alert').filter({ hasText: 'Too many attempts' })
  await expect(counted).toContainText('Wait 3 seconds')
  await page.clock.runFor(1_000)
  await expect(counted).toContainText('Wait 2 seconds')
  await page.clock.runFor(3_000)
  await expect(counted).toContainText('You can try again now.')
})

test.describe('a form', () => {
  test('that could not be sent keeps its input and can be sent again [AUTH-38]', async ({ page }) => {
    await page.goto('/login')
    await field(page, 'identifier').fill('ada@example.test')
    await field(page, 'password').fill('long enough')
    await page.route('**/self-service/login?flow=*', (route) => route.abort())
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your input is not lost.')).toBeVisible()
    await expect(field(page, 'password')).toHaveValue('long enough')
    await page.unroute('**/self-service/login?flow=*')
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText(/credentials are invalid/)).toBeVisible()
    await expect(field(page, 'identifier')).toHaveValue('ada@example.test')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page)).toEqual([])
    }
  })

  test('that expired or lost its cookie is requested again with its input [ERR-13,ERR-14]', async ({
    page,
    context,
  }) => {
    await page.goto('/login')
    await field(page, 'identifier').fill('ada@example.test')
    const expired = { error: { id: 'self_service_flow_expired', code: 410, reason: 'old', message: 'old' } }
    await mockResponse(page, '/self-service/login?flow=*', expired, 410)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your interaction expired, please fill out the form again.')).toBeVisible()
    await expect(field(page, 'identifier')).toHaveValue('ada@example.test')
    await page.unroute('**/api/.ory/self-service/login?flow=*')
    await context.clearCookies()
    await field(page, 'password').fill('long enough')
    await page.keyboard.press('Enter')
    await expect(page.getByText('A security violation was detected, please fill out the form again.')).toBeVisible()
    await expect(field(page, 'identifier')).toHaveValue('ada@example.test')
  })

  test('redirects only within the console [ERR-12]', async ({ page }) => {
    await page.goto('/login?return_to=https%3A%2F%2Fevil.example%2F')
    await expect(page.getByText('The return_to address is not allowed.')).toBeVisible()
    await expect(field(page, 'identifier')).toBeVisible()
  })
})

test('shows errors on a separate page [AUTH-47,AUTH-48,AUTH-49,AUTH-50,AUTH-51,AUTH-52]', async ({ page }) => {
  await page.goto('/error?error_code=BAD_SESSION')
  await expect(
    page.getByText(
      'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.',
    ),
  ).toBeVisible()
  await page.goto('/error?error_code=OTHER')
  await expect(page.getByText('Unknown error')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/')
  await mockResponse(page, '/self-service/errors?id=e1', { id: 'e1', error: { reason: 'the provider said no' } })
  await page.goto('/error?id=e1')
  await expect(page.getByText('An error occurred')).toBeVisible()
  await expect(page.getByText('the provider said no')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/')
  for (const status of [403, 404, 410]) {
    await mockResponse(page, '/self-service/errors?id=e2', { error: { code: status } }, status)
    await page.goto('/error?id=e2')
    await expect(page).toHaveURL(/\/login\?return_to=%2F(health)?$/)
  }
})

test('a missing second factor redirects to its sign-in from any page [ERR-06]', async ({ page, relay }) => {
  await mockResponse(page, '/sessions/whoami', { error: { id: 'session_aal2_required', code: 403 } }, 403)
  await page.goto('/health')
  await expect(page).toHaveURL(new RegExp(`^${relay.url}/login`))
  // Without a first factor the service requests that first.
  await expect(heading(page, 'Sign In to your account')).toBeVisible()
})

test('profile and security show all nodes of the service in its order [AUTH-23,AUTH-24,AUTH-25,AUTH-26,AUTH-27,AUTH-28,AUTH-29,AUTH-30,AUTH-31,AUTH-42]', async ({
  page,
}) => {
  const user = { id: '1', name: 'Mara Lindqvist', email: 'mara@northwind.example' }
  await page.route('**/api/auth/whoami', (route) =>
    route.fulfill({ json: { message: 'success', payload: { user, roles: ['admin'], permissions: [] } } }),
  )
  await page.route('**/api/properties', (route) => route.fulfill({ json: [] }))
  await mockResponse(page, '/sessions/whoami', { id: 's1', active: true, devices: [{ ip_address: '10.0.0.1' }] })
  await mockResponse(page, '/sessions', [])
  const secrets = [
    { ...text(1_050_014, 'Secret was used', 'info', { used_at: '2026-11-21T08:00:00Z' }) },
    { ...text(1_050_009, 'x6pj4wsa', 'info', { secret: 'x6pj4wsa' }) },
  ]
  const nodes = [
    input('profile', 'traits.email', 'email', { value: user.email }, 'Email'),
    button('profile', 'method', 'profile', 'Save'),
    input('password', 'password', 'password', {}, 'Password'),
    button('password', 'method', 'password', 'Save'),
    button('oidc', 'link', 'okta', 'Link Okta'),
    {
      type: 'text',
      group: 'lookup_secret',
      attributes: { id: 'lookup_secret_codes', text: text(1_050_015, 'a, used', 'info', { secrets }) },
      messages: [],
      meta: { label: text(1_050_010, 'These are your back up recovery codes.') },
    },
    button('lookup_secret', 'lookup_secret_disable', 'true', 'Disable this method'),
    input('webauthn', 'webauthn_register_displayname', 'text', {}, 'Name of the security key'),
    input(
      'webauthn',
      'webauthn_register_trigger',
      'button',
      { value: '{}', onclickTrigger: 'oryWebAuthnRegistration' },
      'Add security key',
    ),
    button('totp', 'totp_unlink', 'true', 'Unlink TOTP Authenticator App'),
    input('acme_badge', 'badge_number', 'acme-kind', {}, 'Badge number'),
    button('acme_badge', 'method', 'acme_badge', 'Save badge'),
    {
      type: 'hologram',
      group: 'acme_badge',
      attributes: {},
      messages: [],
      meta: { label: text(1, 'Turn it to the light') },
    },
  ]
  const identity = { verifiable_addresses: [{ value: user.email, verified: false, via: 'email' }] }
  await mockResponse(page, '/self-service/settings/browser*', flow({ state: 'show_form', identity }, nodes))
  await page.goto('/profile-settings?return_to=%2Fhealth')
  await expect(heading(page, 'Profile Management and Security Settings')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Profile Settings',
    'Change Password',
    'Manage Social Sign In',
    'acme badge',
    'Sessions',
    'Manage 2FA Backup Recovery Codes',
    'Manage Hardware Tokens and Biometrics',
    'Manage 2FA TOTP Authenticator App',
  ])
  await expect(page.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/health')
  await expect(page.getByText('Email not verified')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Verify', exact: true })).toHaveAttribute('href', /^\/verification\?/)
  const codes = page.getByRole('list', { name: /recovery codes/ }).getByRole('listitem')
  await expect(codes).toHaveText(['Used', 'x6pj4wsa'])
  await expect(page.getByText('Turn it to the light')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await mockResponse(page, '/self-service/settings?flow=*', flow({ state: 'success' }, nodes))
  await page.getByLabel('Badge number').fill('17')
  await page.keyboard.press('Enter')
  expect(await (await sent).postDataJSON()).toEqual({ method: 'acme_badge', badge_number: '17' })
})

test('changes of flags and roles take effect in an open tab [PERM-15,PERM-52,SHELL-49,SHELL-50]', async ({
  page,
  relay,
}) => {
  await register(page, await setUpLink(relay), {
    email: 'grace@example.test',
    password: 'a long enough secret',
    first: 'Grace',
    last: 'Hopper',
  })
  await expect(heading(page, 'Verify your account')).toBeVisible()
  await page.goto('/settings')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Playbooks' })).toBeVisible()
  const whoami = await (await page.request.get('/api/auth/whoami')).json()
  const { id } = whoami.payload.user
  const flag = { name: 'playbooks.disable', value: 'true', created_by: id }
  expect((await page.request.post('/api/db/properties', { data: flag })).ok()).toBe(true)
  await expect(main.getByRole('link', { name: 'Playbooks' })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Settings' })).toBeVisible()
  const other = { firstName: 'Ada', lastName: 'Ops', email: 'ada@example.test', role: 'admin' }
  expect((await page.request.post('/api/auth/invite_user', { data: other })).ok()).toBe(true)
  const changed = await page.request.post('/api/people/update', { data: { id, role: 'viewer' } })
  expect(changed.status()).toBe(200)
  await expect(main.getByRole('button', { name: 'Settings' })).toHaveCount(0)
})
