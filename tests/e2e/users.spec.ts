import type { Locator, Page } from '@playwright/test'
import { expect, field, register, setUpLink, test } from '#tests/fixtures/identity-console.ts'

const mara = { email: 'mara@northwind.example', password: 'kvarndamm-och-gran', first: 'Mara', last: 'Lindqvist' }
const arohasPassword = 'pohutukawa by the sea'

// Needs a relay without any registered user.
test.use({ relayOptions: { env: { AUTH_MODE: 'identity', ALLOWED_HOSTS: 'users.example' } } })

const dialog = (page: Page): Locator => page.getByRole('dialog')
const findRow = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: name })
const flagRow = (page: Page, property: string): Locator =>
  page.getByRole('table', { name: 'Feature flags' }).getByRole('row').filter({ hasText: property })
const sidebar = (page: Page): Locator => page.getByRole('navigation')

const accept = async (page: Page, { link, code }: { readonly link: string; readonly code: string }) => {
  await page.goto(link)
  await field(page, 'code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await field(page, 'password').fill(arohasPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Your changes have been saved' })).toBeVisible()
}

test('an administrator invites, changes, disables and removes a user and disables features; open tabs update [SHELL-36,SHELL-38,SHELL-49,SHELL-50,AUTH-53,AUTH-54,PERM-52,SET-96,API-08,API-09,API-10]', async ({
  page,
  relay,
  browser,
}) => {
  test.setTimeout(180_000)
  await register(page, await setUpLink(relay), mara)
  await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible()
  await page.goto('/settings/users')

  await test.step('the last administrator cannot be changed or removed', async () => {
    await findRow(page, 'Mara Lindqvist').getByRole('button').click()
    await expect(dialog(page).getByRole('button', { name: 'Remove user' })).toHaveAttribute('aria-disabled', 'true')
    await expect(dialog(page).getByRole('radio', { name: /^viewer/ })).toBeDisabled()
    await page.keyboard.press('Escape')
  })

  const invitation = { link: '', code: '' }
  await test.step('an invitation is shown once, with the status of its mail', async () => {
    await page.getByRole('button', { name: 'Invite user' }).click()
    await dialog(page).getByLabel('First name').fill('Aroha')
    await dialog(page).getByLabel('Last name').fill('Ngata')
    await dialog(page).getByLabel('Email').fill(mara.email)
    await dialog(page).getByText('editor', { exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Invite user' }).click()
    await expect(dialog(page).getByText('Mara Lindqvist already has this email address.')).toBeVisible()
    await dialog(page).getByLabel('Email').fill('aroha@northwind.example')
    await dialog(page).getByRole('button', { name: 'Invite user' }).click()
    await expect(dialog(page).getByText(/No mail server is configured/)).toBeVisible()
    const texts = await dialog(page).locator('code').allTextContents()
    Object.assign(invitation, { link: texts[0], code: texts[1] })
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(findRow(page, 'Aroha Ngata')).toContainText('invited')
  })

  const elsewhere = await browser.newContext({ baseURL: relay.url })
  const other = await elsewhere.newPage()
  await test.step('the invited user sets a password and is signed in, and the list updates', async () => {
    await accept(other, invitation)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(findRow(page, 'Aroha Ngata')).toContainText('active')
    await other.goto('/health')
    await expect(sidebar(other).getByRole('link', { name: 'Playbooks', exact: true })).toBeVisible()
    await expect(sidebar(other).getByRole('button', { name: 'Settings' })).toBeVisible()
  })

  await test.step('a changed role takes effect in the open tab', async () => {
    await findRow(page, 'Aroha Ngata').getByRole('button').click()
    await dialog(page).getByText('viewer', { exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Save user' }).click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    await expect(findRow(page, 'Aroha Ngata')).toContainText('viewer')
    await expect(sidebar(other).getByRole('button', { name: 'Settings' })).toHaveCount(0)
    await expect(other).toHaveURL(`${relay.url}/health`)
  })

  await test.step('a disabled feature disappears in the open tab too, and can be enabled again', async () => {
    await page.goto('/settings/feature-flags')
    await flagRow(page, 'playbooks.disable').locator('.bp6-switch').click()
    await dialog(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(flagRow(page, 'playbooks.disable')).toContainText('database')
    await expect(flagRow(page, 'playbooks.disable')).toContainText('Mara Lindqvist')
    await expect(sidebar(other).getByRole('link', { name: 'Playbooks', exact: true })).toHaveCount(0)
    await flagRow(page, 'playbooks.disable').locator('.bp6-switch').click()
    await expect(sidebar(other).getByRole('link', { name: 'Playbooks', exact: true })).toBeVisible()
  })

  await test.step('a disabled user is signed out within seconds, and a removed user disappears', async () => {
    await page.goto('/settings/users')
    await findRow(page, 'Aroha Ngata').getByRole('button').click()
    await dialog(page).getByRole('button', { name: 'Disable user' }).click()
    await dialog(page).getByRole('button', { name: 'Disable user' }).click()
    await expect(findRow(page, 'Aroha Ngata')).toContainText('inactive')
    await expect(other.getByText('Signed out.')).toBeVisible()
    await findRow(page, 'Aroha Ngata').getByRole('button').click()
    await dialog(page).getByRole('button', { name: 'Enable user' }).click()
    await expect(findRow(page, 'Aroha Ngata')).toContainText('active')
    await findRow(page, 'Aroha Ngata').getByRole('button').click()
    await dialog(page).getByRole('button', { name: 'Remove user' }).click()
    await dialog(page).getByRole('button', { name: 'Remove user' }).click()
    await expect(findRow(page, 'Aroha Ngata')).toHaveCount(0)
    await elsewhere.close()
  })
})
