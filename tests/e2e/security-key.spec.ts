import type { CDPSession, Page } from '@playwright/test'
import { expect, register, setUpLink, signIn, signOut, test } from '#tests/fixtures/identity-console.ts'

const hye = { email: 'hye-jin@northwind.example', password: 'kvarndamm-och-gran', first: 'Hye-jin', last: 'Park' }

// Needs a relay without registrations.
test.use({ relayOptions: { env: { AUTH_MODE: 'identity', SIGN_IN_BY_ADDRESS: 'off' } } })

const kinds = {
  key: { transport: 'usb', hasResidentKey: false, hasUserVerification: false },
  passkey: { transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
} as const

const plugIn = async (devtools: CDPSession, kind: keyof typeof kinds) => {
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', automaticPresenceSimulation: true, ...kinds[kind] },
  })
  return () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

const openDevtools = async (page: Page): Promise<CDPSession> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  return devtools
}

const add = async (page: Page, name: string) => {
  await page.getByLabel('Name of the security key').fill(name)
  await page.getByRole('button', { name: 'Add security key' }).click()
  await expect(page.getByRole('button', { name: `Remove security key "${name}"` })).toBeVisible()
}

const useKey = (page: Page) => page.getByRole('button', { name: 'Use security key' }).click()

test('adds, uses at sign-in and removes a security key and a passkey [AUTH-29]', async ({ page, relay, browser }) => {
  test.setTimeout(150_000)
  // Browsers accept keys for host names, not for IP addresses.
  const address = relay.url.replace('127.0.0.1', 'localhost')
  const devtools = await openDevtools(page)
  const takeOut = await plugIn(devtools, 'key')
  const me = page.getByRole('button', { name: 'User Hye-jin Park' })

  await test.step('adds both on the profile page', async () => {
    await register(page, (await setUpLink(relay)).replace('127.0.0.1', 'localhost'), hye)
    await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible()
    await page.goto(`${address}/profile-settings`)
    await expect(page.getByRole('heading', { name: 'Manage Hardware Tokens and Biometrics' })).toBeVisible()
    await add(page, 'desk key')
  })

  await test.step('the password alone is no longer sufficient, with the key it is', async () => {
    await signOut(page)
    await signIn(page, hye.email, hye.password)
    await expect(page.getByRole('heading', { name: 'Two-Factor Authentication' })).toBeVisible()
    await useKey(page)
    await expect(me).toBeVisible()
  })

  await test.step('a browser without support cannot sign in, and shows the reason', async () => {
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await plugIn(await openDevtools(other), 'key')
    await other.goto(`${address}/login`)
    await signIn(other, hye.email, hye.password)
    await useKey(other)
    await expect(other.getByText(/The key was not used in time, or it was declined/)).toBeVisible()
    await elsewhere.close()
  })

  await test.step('accepts a platform passkey', async () => {
    await takeOut()
    await plugIn(devtools, 'passkey')
    await page.goto(`${address}/profile-settings`)
    await add(page, 'laptop')
    await signOut(page)
    await signIn(page, hye.email, hye.password)
    await useKey(page)
    await expect(me).toBeVisible()
  })

  await test.step('after removing all of them, the password is sufficient', async () => {
    await page.goto(`${address}/profile-settings`)
    for (const name of ['desk key', 'laptop']) {
      await page.getByRole('button', { name: `Remove security key "${name}"` }).click()
      await expect(page.getByRole('button', { name: `Remove security key "${name}"` })).toHaveCount(0)
    }
    await signOut(page)
    await signIn(page, hye.email, hye.password)
    await expect(me).toBeVisible()
  })
})
