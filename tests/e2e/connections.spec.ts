import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chooseOption } from '#tests/fixtures/choose-option.ts'
import { asRole } from '#tests/fixtures/as-role.ts'
import { expect, test } from '#tests/fixtures/browser.ts'

const startService = async (password: string) => {
  const server = createServer(({ headers: { authorization } }, response) => {
    const isIn = authorization === `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`
    response.writeHead(isIn ? 200 : 401, { connection: 'close' }).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  }
}

// The relay is shared with other files: each test deletes what it created.
test.afterEach(async ({ page }) => {
  await page.request.delete('/api/db/canaries?name=eq.uses-orders')
  await page.request.delete('/api/db/connections?source=eq.UI')
})
test.use({ expectedConsole: [/the server responded with a status of 40[0-9]/] })

test('adds a connection, shows its failed test, fixes it, tests it, lists its usages and deletes it [SET-58,SET-61,SET-64,SET-65,SET-73,SET-74,SET-75,SHELL-34]', async ({
  page,
}) => {
  const service = await startService('kvarndamm')
  try {
    await page.goto('/settings/connections')
    await expect(page.getByText('No connections yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add connection' }).click()
    const picker = page.getByRole('dialog', { name: 'Add connection' })
    await expect(picker.getByRole('listitem')).toHaveCount(45)
    await picker.getByLabel('Search types').fill('http')
    await page.keyboard.press('Enter')

    const adding = page.getByRole('dialog', { name: 'Add HTTP connection' })
    await adding.getByRole('button', { name: 'Add connection' }).click()
    await expect(adding.getByText('This field is required')).toBeVisible()
    await expect(adding.getByText('URL is required.')).toBeVisible()
    await expect(adding.getByLabel('Namespace')).toHaveValue('default')
    await adding.getByLabel('Name', { exact: true }).fill('orders')
    await adding.getByLabel('URL', { exact: true }).fill('https://ann:hunter2@host/')
    await expect(adding.getByText('The address contains a password that everyone can read.')).toBeVisible()
    await adding.getByLabel('URL', { exact: true }).fill(service.at)
    await adding.getByLabel('Username (optional)', { exact: true }).fill('ann')
    await adding.getByLabel('Password (optional)', { exact: true }).fill('granskog')
    await expect(adding.getByText('Skip TLS verification')).toHaveCount(1)
    await adding.getByRole('button', { name: 'Test connection' }).click()
    await expect(adding.getByRole('status', { name: 'Test' })).toContainText('Authentication failed (401).')
    await adding.getByRole('button', { name: 'Add connection' }).click()
    await expect(page.getByText('Connection added')).toBeVisible()

    const table = page.getByRole('table', { name: 'Connections' })
    await expect(table).toContainText('not tested')
    await table.getByRole('button', { name: 'Test orders' }).click()
    await expect(table).toContainText('Authentication failed (401).')
    await expect(page.getByText('1 failed its last test')).toBeVisible()

    await table.getByRole('button', { name: 'orders', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'orders' })
    await expect(dialog.getByRole('status', { name: 'Test' })).toContainText('Answered')
    const password = dialog.getByLabel('Password (optional)', { exact: true })
    await expect(password).toHaveValue('')
    await expect(password).toHaveAttribute('placeholder', 'Unchanged. Type to replace it.')
    await password.fill('kvarndamm')
    await expect(dialog.getByRole('status', { name: 'Test' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog.getByRole('status', { name: 'Test' })).toContainText('Success')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Connection updated successfully')).toBeVisible()

    await page.request.post('/api/db/canaries', {
      data: {
        name: 'uses-orders',
        namespace: 'default',
        source: 'UI',
        spec: { schedule: '@every 24h', http: [{ name: 'orders', connection: 'connection://default/orders' }] },
      },
    })
    await table.getByRole('button', { name: 'orders', exact: true }).click()
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog.getByRole('status', { name: 'Test' })).toContainText('Success')
    await dialog.getByRole('tab', { name: /Used by/ }).click()
    await expect(dialog.getByRole('region', { name: 'Used by' })).toContainText('Health check uses-orders')
    await expect(dialog).toContainText('connection://default/orders')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete connection' })
    await expect(question).toContainText('1 resource will fail without it: Health check uses-orders.')
    await question.getByRole('button', { name: 'Delete connection' }).click()
    await expect(page.getByText('No connections yet')).toBeVisible()
  } finally {
    service.stop()
  }
})

test('references a key of a Secret; defaults and required fields depend on the type [SET-59,SET-60,SET-63,SET-66,SET-72]', async ({
  page,
}) => {
  await page.goto('/settings/connections?id=new&add=git')
  const dialog = page.getByRole('dialog', { name: 'Add Git connection' })
  await expect(dialog.getByLabel('Branch or ref')).toHaveValue('main')
  await dialog.getByLabel('Authentication').selectOption('SSH')
  await expect(dialog.getByLabel('Password (optional)', { exact: true })).toHaveCount(0)
  await expect(dialog.getByLabel('SSH key (optional)', { exact: true })).toBeVisible()

  await page.goto('/settings/connections?id=new&add=sftp')
  const sftp = page.getByRole('dialog', { name: 'Add SFTP connection' })
  await expect(sftp.getByLabel('Port')).toHaveValue('22')
  await sftp.getByLabel('Name', { exact: true }).fill('files')
  await sftp.getByLabel('Host').fill('files.northwind.example')
  await sftp.getByLabel('Username', { exact: true }).fill('ann')
  await sftp
    .getByRole('group', { name: 'Password: source' })
    .getByRole('button', { name: 'Secret', exact: true })
    .click()
  await sftp.getByLabel('Password: name').fill('files')
  await sftp.getByRole('button', { name: 'Add connection' }).click()
  await expect(sftp.getByText('Enter both the name and the key.')).toBeVisible()
  await sftp.getByLabel('Password: key').fill('password')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/db/connections'),
  )
  await sftp.getByRole('button', { name: 'Add connection' }).click()
  const body: unknown = (await sent).postDataJSON()
  expect(body).toMatchObject({
    type: 'sftp',
    url: 'files.northwind.example',
    password: 'secret://files/password',
    properties: { port: '22' },
  })
  const table = page.getByRole('table', { name: 'Connections' })
  await expect(table).toContainText('Secret files')
  await expect(table).toContainText('not tested')
})

test('an open page shows changes by others, and stores its filters in the address', async ({ page }) => {
  const add = (name: string, namespace: string, type: string) =>
    page.request.post('/api/db/connections', {
      data: { name, namespace, type, url: 'http://127.0.0.1:1', source: 'UI' },
    })
  await page.goto('/settings/connections')
  await expect(page.getByText('No connections yet')).toBeVisible()
  await add('shop', 'payments', 'http')
  const table = page.getByRole('table', { name: 'Connections' })
  await expect(table.getByRole('button', { name: 'shop', exact: true })).toBeVisible()
  await add('stock', 'data', 'redis')
  await expect(table.getByRole('button', { name: 'stock', exact: true })).toBeVisible()
  await chooseOption(page, 'Type', 'Redis')
  await expect(table.getByRole('button', { name: 'shop', exact: true })).toHaveCount(0)
  await expect(page).toHaveURL(/type=redis/)
  await page.reload()
  await expect(table.getByRole('button', { name: 'stock', exact: true })).toBeVisible()
  await expect(table.getByRole('button', { name: 'shop', exact: true })).toHaveCount(0)
  await page.goto('/settings/connections?search=pay')
  await expect(table.getByRole('button', { name: 'shop', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Test shown' }).click()
  await expect(table).toContainText('Connection refused.')
})

test('sends a test message to the chosen channel after confirmation', async ({ page }) => {
  const got: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => got.push(chunk.toString()))
    request.on('end', () => response.writeHead(200, { connection: 'close' }).end('{"ok":true}'))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const url = `slack://$(password)@C042?apiBase=${encodeURIComponent(at)}`
    await page.request.post('/api/db/connections', {
      data: {
        name: 'team-chat',
        namespace: 'default',
        type: 'slack',
        url,
        username: 'C042',
        password: 'x1y2z3',
        source: 'UI',
      },
    })
    await page.goto('/settings/connections')
    await page.getByRole('button', { name: 'Test team-chat' }).click()
    const dialog = page.getByRole('dialog', { name: 'team-chat' })
    const form = dialog.getByRole('form', { name: 'Test message' })
    await expect(form).toContainText('A real message will be sent to channel C042 through Slack')
    await expect(form.getByLabel('Channel')).toHaveValue('C042')
    await form.getByLabel('Channel').fill('C777')
    await expect(form).toContainText('to channel C777 through Slack')
    expect(got).toEqual([])
    await form.getByRole('button', { name: 'Send test message' }).click()
    await expect(dialog.getByRole('status', { name: 'Test' })).toContainText('Slack accepted the message for C777')
    expect(got).toHaveLength(1)
    expect(got[0]).toContain('"channel":"C777"')
  } finally {
    server.close()
  }
})

test('without write permission, connections are readable and the reason is shown', async ({ page }) => {
  await asRole(page, 'editor')
  await page.goto('/settings/connections')
  await expect(page.getByRole('button', { name: 'Add connection' })).toHaveAttribute('aria-disabled', 'true')
})

test.describe('a list that cannot be loaded', () => {
  test.use({ expectedConsole: [/status of 503/] })

  test('shows the reason on the page and in a toast [ERR-37]', async ({ page }) => {
    await page.route(/\/api\/db\/connections/, (route) =>
      route.fulfill({ status: 503, json: { message: 'The connections are away.' } }),
    )
    await page.goto('/settings/connections')
    await expect(page.locator('.toasts').getByText('The connections are away.').first()).toBeVisible()
    await expect(page.getByRole('main').getByText('The connections are away.').first()).toBeVisible()
  })
})
