import { field } from '#tests/fixtures/identity-console.ts'
import { mara } from '#tests/fixtures/mara.ts'
import { expect, test } from '#tests/fixtures/production-identity.ts'
import type { ReplayIdentity } from '#tests/fixtures/replay-identity.ts'

const submissions = ({ asked }: ReplayIdentity): unknown[] =>
  asked.filter(({ method }) => method === 'POST').map(({ body }): unknown => JSON.parse(body))

test('after a wrong code Enter sends the next one, and no other code is mailed', async ({ page, service }) => {
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

test.describe('a service that is set up for another address', () => {
  test('asks for the second factor here, where the browser has its cookies, and says what it needs', async ({
    page,
    service,
    relay,
  }) => {
    service.speakOf('http://localhost:4600')
    service.play('login-init', 'login-aal2-init', 'login-password-second-factor-wanted', 'login-aal2-totp-success')
    await page.goto('/login?return_to=%2Ferror')
    await expect(page.getByText(`it has to be ${relay.url}/api/.ory/`)).toBeVisible()
    await field(page, 'identifier').fill(mara.email)
    await field(page, 'password').fill(mara.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Two-Factor Authentication' })).toBeVisible()
    await expect(page).toHaveURL(`${relay.url}/login?aal=aal2&return_to=%2Ferror`)
    await field(page, 'totp_code').fill('271828')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${relay.url}/error`)
  })
})
