import { expect, test } from '#tests/fixtures/browser.ts'

const self = '01890a5d-0000-7000-8000-000000000001'

test('adds a deny, which hides a page in an open tab, is explained, and is deleted [PERM-18,PERM-19,PERM-36,PERM-43,PERM-45,PERM-50,SHELL-35,ERR-24,ERR-26]', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/settings/connections')
  await page.goto('/settings/permissions')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Permission' })
  await dialog.getByRole('button', { name: 'Person' }).click()
  await dialog.getByLabel('Subject', { exact: true }).selectOption({ label: 'Admin' })
  await dialog.getByLabel('Action', { exact: true }).selectOption('read')
  await dialog.getByRole('button', { name: 'Deny' }).click()
  await dialog.getByLabel('Resource', { exact: true }).selectOption('connection')
  await dialog.getByLabel('Description').fill('Change freeze')
  await dialog.getByRole('button', { name: 'Add permission' }).click()
  await expect(page.getByText('Permission added')).toBeVisible()
  try {
    await expect(
      other.getByRole('heading', { name: 'Unauthorized: You do not have permission to access this page' }),
    ).toBeVisible()
    await page.goto(`/settings/permissions?why=1&person=${self}&do=read&on=connections`)
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('Not allowed')
    await expect(page.getByRole('list', { name: 'Decision steps in order' })).toContainText('denies (final)')
    await page.goto('/settings/permissions')
    await page.getByRole('table', { name: 'Permissions' }).getByRole('button', { name: 'Admin' }).click()
    await page.getByRole('dialog', { name: 'Edit Permission' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Are you sure you want to delete the permission?')).toBeVisible()
    await page.getByRole('button', { name: 'Delete permission' }).click()
    await expect(page.getByText('Permission deleted')).toBeVisible()
    await expect(other.getByRole('heading', { name: /^Unauthorized/ })).toHaveCount(0)
  } finally {
    await page.request.delete('/api/db/permissions?object=eq.connection')
  }
})
