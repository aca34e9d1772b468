import type { Page } from '@playwright/test'
import { z } from 'zod'
import { field } from '#tests/fixtures/identity-console.ts'
import { mara } from '#tests/fixtures/mara.ts'
import { expect, test } from '#tests/fixtures/production-identity.ts'
import { recordedIdentity, type ReplayIdentity } from '#tests/fixtures/replay-identity.ts'

const submissions = ({ requests }: ReplayIdentity): unknown[] =>
  requests.filter(({ method }) => method === 'POST').map(({ body }): unknown => JSON.parse(body))

const verificationGet = recordedIdentity('verification-get-after-link').request

const signIn = async (page: Page, address = '/login?return_to=%2Ferror') => {
  await page.goto(address)
  await field(page, 'identifier').fill(mara.email)
  await field(page, 'password').fill(mara.password)
  await page.keyboard.press('Enter')
}
const signedIn = async (page: Page, service: ReplayIdentity) => {
  service.play('login-success')
  await signIn(page)
  await expect(page).toHaveURL(/\/error$/)
}

test('after a wrong code, Enter submits the next one without sending another email', async ({ page, service }) => {
  service.play('login-code-sent', 'login-code-wrong', 'login-code-success')
  await page.goto('/login?return_to=%2Ferror')
  await field(page, 'identifier').fill(mara.email)
  await page.getByRole('button', { name: 'Send sign in code' }).click()
  await field(page, 'code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/login code is invalid/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Continue|Resend/ })).toHaveText(['Continue', 'Resend code'])
  await field(page, 'code').fill('314159')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/error$/)
  const sent = submissions(service)
  expect(sent.at(-1)).toMatchObject({ method: 'code', code: '314159' })
  expect(sent.filter((values) => Object.hasOwn(Object(values), 'resend'))).toEqual([])
})

test.describe('a service configured for another address', () => {
  test('requests the second factor here, where the cookies are, and shows the required configuration', async ({
    page,
    service,
    relay,
  }) => {
    service.setConsoleUrl('http://localhost:4600')
    service.play('login-init', 'login-aal2-init', 'login-password-second-factor-wanted', 'login-aal2-totp-success')
    await page.goto('/login?return_to=%2Ferror')
    await expect(page.getByText(`it must be ${relay.url}/api/.ory/`)).toBeVisible()
    await field(page, 'identifier').fill(mara.email)
    await field(page, 'password').fill(mara.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Two-Factor Authentication' })).toBeVisible()
    await expect(page).toHaveURL(`${relay.url}/login?aal=aal2&return_to=%2Ferror`)
    await field(page, 'totp_code').fill('271828')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${relay.url}/error`)
  })

  test('sends links that end in a new form here, which asks for the code instead', async ({ page, service }) => {
    service.setConsoleUrl('http://localhost:4600')
    service.play('verification-get-other-browser', 'verification-init', 'verification-sent', 'verification-success')
    await page.goto('/verification?flow=00000000-0000-4000-8000-000000000001')
    await expect(page.getByText('Type the code from the email here')).toBeVisible()
    await field(page, 'email').fill('dot@northwind.example')
    await page.keyboard.press('Enter')
    await field(page, 'code').fill('314159')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
  })
})

test('a sign-out during an outage is reported, takes precedence and completes as soon as possible', async ({
  page,
  service,
  relay,
}) => {
  await signedIn(page, service)
  service.setDown(true)
  await page.goto('/logout?return_to=%2Fhealth')
  await expect(page.getByRole('heading', { name: 'You are still signed in' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('retried every few seconds')
  await page.goto('/catalog')
  await expect(page).toHaveURL(`${relay.url}/logout?return_to=%2Fcatalog`)
  await expect(page.getByRole('heading', { name: 'You are still signed in' })).toBeVisible()
  service.setDown(false)
  await expect(page).toHaveURL(`${relay.url}/login?return_to=%2Fcatalog`)
  await expect(field(page, 'identifier')).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('ory_kratos_session')
})

test('an unverified user with the right password reaches the verification', async ({ page, service, relay }) => {
  service.play('login-unverified', { ...recordedIdentity('verification-sent'), request: verificationGet })
  await signIn(page)
  await expect(page).toHaveURL(new RegExp(`^${relay.url}/verification\\?flow=[\\d-]+&return_to=%2Ferror$`))
  await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible()
  await expect(field(page, 'code')).toBeFocused()
})

test('an unverified user of an older service reaches it too', async ({ page, service }) => {
  service.play('login-unverified-legacy')
  await signIn(page)
  await page.getByRole('link', { name: 'Verify your address' }).click()
  await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible()
})

test('rejected settings are not reported as saved, and the input stays', async ({ page, service }) => {
  await signedIn(page, service)
  service.play('settings-profile-success', 'settings-profile-bad-email')
  await page.goto('/profile-settings')
  const email = field(page, 'traits.email')
  const save = page.getByRole('region', { name: 'Profile Settings' }).getByRole('button', { name: 'Save' })
  const saved = page.getByText('Your changes have been saved!')
  await save.click()
  await expect(saved).toBeVisible()
  await email.fill('no address')
  await save.click()
  await expect(page.getByText('Enter a valid email address')).toBeVisible()
  // The message disappears after a while.
  expect(await saved.count()).toBe(0)
  await expect(email).toHaveValue('no address')
})

test('confirming an action requests only the password of the signed-in user', async ({ page, service }) => {
  await signedIn(page, service)
  service.play('login-refresh-init', 'login-refresh-wrong-password', 'login-refresh-success')
  await page.goto('/login?refresh=true&return_to=%2Ferror')
  await expect(page.getByRole('heading', { name: 'Confirm Action' })).toBeVisible()
  await expect(page.getByLabel('E-Mail')).toHaveCount(0)
  await expect(field(page, 'password')).toBeFocused()
  await page.keyboard.type(mara.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/credentials are invalid/)).toBeVisible()
  expect(submissions(service).at(-1)).toMatchObject({ identifier: mara.email, password: mara.password })
})

test('an old form redirects a user who signed in in another tab', async ({ page, service }) => {
  service.play('login-init', 'login-init-signed-in', 'login-submit-completed-flow')
  await signIn(page)
  await expect(page).toHaveURL(/\/error$/)
})

test('six wrong codes block a sign-in, which says so and restarts', async ({ page, service }) => {
  service.play('login-code-sent', 'login-code-sixth-try')
  await page.goto('/login')
  await field(page, 'identifier').fill(mara.email)
  await page.getByRole('button', { name: 'Send sign in code' }).click()
  await field(page, 'code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('submitted too often')
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByRole('button', { name: 'Send sign in code' })).toBeVisible()
  await expect(field(page, 'identifier')).toHaveValue(mara.email)
})

test('six wrong codes end a recovery, which says so and restarts', async ({ page, service }) => {
  const request = recordedIdentity('recovery-get').request
  service.play('recovery-sent', 'recovery-sixth-try', { ...recordedIdentity('recovery-init'), request })
  await page.goto('/recovery')
  await field(page, 'email').fill(mara.email)
  await page.keyboard.press('Enter')
  await field(page, 'code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/submitted too often/)).toBeVisible()
  const other = '/self-service/recovery/flows?id=00000000-0000-4000-8000-000000000002'
  await expect.poll(() => service.requests.map(({ path }) => path)).toContain(other)
  await expect(field(page, 'email')).toBeVisible()
})

test('a second factor that is not set up shows no empty page', async ({ page, service }) => {
  await signedIn(page, service)
  service.play('login-init-aal2-nothing-set-up')
  await page.goto('/login?aal=aal2&return_to=%2Fhealth')
  await expect(page.getByText('No second factor is set up for this account.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'continue without one' })).toHaveAttribute('href', '/health')
})

test('an open sign-in page redirects to its target when already signed in', async ({ page, service }) => {
  await signedIn(page, service)
  service.play('login-init-signed-in')
  await page.goto('/login?return_to=%2Ferror%3Ferror_code%3Dx')
  await expect(page).toHaveURL(/\/error\?error_code=x$/)
})

test('a reload in the second step of a registration stays there', async ({ page, service }) => {
  service.play('registration-two-steps-init', 'registration-two-steps-second', {
    ...recordedIdentity('registration-two-steps-second'),
    status: 200,
    request: { ...recordedIdentity('login-get').request, path: '/api/.ory/self-service/registration/flows' },
  })
  await page.goto('/registration')
  await field(page, 'traits.email').fill('ola@northwind.example')
  await page.keyboard.press('Enter')
  await expect(field(page, 'password')).toBeVisible()
  await page.reload()
  await expect(field(page, 'password')).toBeVisible()
  expect(service.requests.some(({ path }) => path.includes('/self-service/registration/flows?id='))).toBe(true)
})

test('an external return_to is never sent to the service', async ({ page, service }) => {
  await page.goto('/login?return_to=https%3A%2F%2Fevil.example%2F')
  await expect(page.getByText('The return_to address is not allowed.')).toBeVisible()
  await expect(field(page, 'identifier')).toBeVisible()
  expect(service.requests.filter(({ path }) => path.includes('evil'))).toEqual([])
})

test('names a new user’s passkey after the form, and registers', async ({ page, service, relay }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  service.play('registration-passkey-init', 'registration-success-without-session')
  // Browsers accept keys for host names, not for IP addresses.
  await page.goto(`${relay.url.replace('127.0.0.1', 'localhost')}/registration`)
  const signUp = page.getByRole('button', { name: 'Sign up with passkey' })
  await signUp.click()
  await expect(page.getByText('Fill in the fields above first')).toBeVisible()
  await field(page, 'traits.email').fill('uma@northwind.example')
  await signUp.click()
  await expect(page).toHaveURL(/\/verification\?flow=/)
  const sent = z.object({ passkey_register: z.string() }).loose().parse(submissions(service).at(-1))
  expect(sent).toMatchObject({ method: 'passkey', 'traits.email': 'uma@northwind.example' })
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  expect(JSON.parse(sent.passkey_register)).toMatchObject({ type: 'public-key', id: expect.stringMatching(/./) })
  expect(credentials).toMatchObject([{ userName: 'uma@northwind.example', userDisplayName: 'uma@northwind.example' }])
})
