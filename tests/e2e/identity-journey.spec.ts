import {
  authenticatorCode,
  expect,
  field,
  mailedCode,
  register,
  setUpLink,
  signIn,
  signOut,
  test,
} from '#tests/fixtures/identity-console.ts'

const mara = { email: 'mara@northwind.example', password: 'kvarndamm-och-gran', first: 'Mara', last: 'Lindqvist' }
const newPassword = 'granskog-vid-havet'

// Files with the same options share a relay when they share a worker: this one needs a relay without registrations.
test.use({ relayOptions: { name: 'identity-journey', env: { AUTH_MODE: 'identity' } } })

test('from the first start to a lost password: all ways to sign in and out [AUTH-06,AUTH-35,AUTH-36,SHELL-01,SHELL-70]', async ({
  page,
  relay,
  browser,
}) => {
  test.setTimeout(240_000)

  await test.step('redirects to the sign-in without a session', async () => {
    await page.goto('/catalog?x=1')
    await expect(page).toHaveURL(`${relay.url}/login?return_to=%2Fcatalog%3Fx%3D1`)
    // Two simultaneous form requests get two CSRF cookies, and the browser keeps only one.
    await expect(field(page, 'identifier')).toBeVisible()
  })

  await test.step('the first-start link creates an administrator, who verifies the address', async () => {
    await register(page, await setUpLink(relay), mara)
    await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible()
    await field(page, 'code').fill(await mailedCode(relay, 1))
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'User Mara Lindqvist' }).click()
    await page.getByRole('menuitem', { name: 'Your Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  })

  const secret = (await page.locator('[data-secret]').getAttribute('data-secret')) ?? ''
  await test.step('adds an authenticator app', async () => {
    await field(page, 'totp_code').fill('000000')
    await page.keyboard.press('Enter')
    await expect(field(page, 'totp_code')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'totp_code')).toBeFocused()
    await field(page, 'totp_code').fill(authenticatorCode(secret))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Unlink TOTP Authenticator App' })).toBeVisible()
  })

  let codes: string[] = []
  await test.step('creates and stores recovery codes', async () => {
    await page.getByRole('button', { name: 'Generate new backup recovery codes' }).click()
    const list = page.getByRole('list', { name: /codes/ })
    await expect(list.getByRole('listitem')).toHaveCount(12)
    codes = await list.getByRole('listitem').allTextContents()
    await page.getByRole('button', { name: 'Confirm backup recovery codes' }).click()
    await expect(page.getByRole('button', { name: 'Reveal backup recovery codes' })).toBeVisible()
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible()
    await expect(page.getByText('Signed out.')).toHaveCount(0)
  })

  await test.step('signing out redirects to the sign-in, and signing in returns to the previous page', async () => {
    await page.goto('/catalog?x=1')
    await signOut(page)
    await expect(page).toHaveURL(`${relay.url}/login?return_to=%2Fcatalog%3Fx%3D1`)
  })

  await test.step('shows a wrong password at its field; requires the authenticator app', async () => {
    await signIn(page, mara.email, 'not the password')
    await expect(field(page, 'password')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'password')).toHaveValue('')
    await expect(field(page, 'password')).toBeFocused()
    await signIn(page, mara.email, mara.password)
    await expect(page.getByRole('heading', { name: 'Two-Factor Authentication' })).toBeVisible()
    await field(page, 'totp_code').fill(authenticatorCode(secret, 1))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${relay.url}/catalog?x=1`)
  })

  await test.step('accepts a recovery code once', async () => {
    await signOut(page)
    await signIn(page, mara.email, mara.password)
    await field(page, 'lookup_secret').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${relay.url}/catalog?x=1`)
    await page.goto('/profile-settings')
    await page.getByRole('button', { name: 'Reveal backup recovery codes' }).click()
    await expect(page.getByRole('list', { name: /codes/ }).getByText('Used')).toHaveCount(1)
  })

  await test.step('recovers a lost password by email', async () => {
    await signOut(page)
    await page.getByRole('link', { name: 'Reset password' }).click()
    await expect(page.getByRole('heading', { name: 'Recover account' })).toBeVisible()
    await field(page, 'email').fill(mara.email)
    await page.keyboard.press('Enter')
    await expect(field(page, 'code')).toBeVisible()
    await field(page, 'code').fill(await mailedCode(relay, 2))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Two-Factor Authentication' })).toBeVisible()
    await field(page, 'lookup_secret').fill(codes[1] ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
    await field(page, 'password').fill(newPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Your changes have been saved' })).toBeVisible()
    await expect(field(page, 'password')).toHaveValue('')
  })

  await test.step('lists and ends another session, whose page stays open', async () => {
    const elsewhere = await browser.newContext({ baseURL: relay.url })
    const other = await elsewhere.newPage()
    await other.goto('/login?return_to=/health')
    await signIn(other, mara.email, newPassword)
    await field(other, 'lookup_secret').fill(codes[2] ?? '')
    await other.keyboard.press('Enter')
    await expect(other).toHaveURL(`${relay.url}/health`)
    await expect(other.getByText(/healthy/).first()).toBeVisible()

    await page.goto('/profile-settings')
    const sessions = page.getByRole('region', { name: 'Sessions' })
    await sessions.getByRole('row').getByRole('button', { name: 'Sign out' }).click()
    await expect(sessions.getByRole('row').getByRole('button', { name: 'Sign out' })).toHaveCount(0)

    await expect(other.getByText('Signed out.')).toBeVisible()
    await expect(other.getByText('Sign in again to see the checks.')).toBeVisible()
    await expect(other.getByText('You do not have permission')).toHaveCount(0)
    await expect(other).toHaveURL(`${relay.url}/health`)
    await other.getByRole('navigation').getByRole('link', { name: 'Playbooks', exact: true }).click()
    await expect(other).toHaveURL(`${relay.url}/login?return_to=%2Fplaybooks`)
    await elsewhere.close()
  })
})
