import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { listen } from '#relay/testing/listen.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'

const canary = (port: number, name = 'front door') => `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: ${name.replace(' ', '-')}, namespace: payments }
spec:
  schedule: '@every 1s'
  http: [{ name: ${name}, url: 'http://127.0.0.1:${port}/', timeout: 30s }]
`

interface Shop {
  isUp: boolean
  readonly got: string[]
  readonly messages: string[]
  readonly url: string
}

const listening = async (server: Server): Promise<number> => {
  const port = await listen(server)
  return port
}

const test = base.extend<{ readonly shop: Shop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs
  shop: async ({}, provide) => {
    const shop = { isUp: true, got: new Array<string>(), messages: new Array<string>(), url: '' }
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        if (request.method === 'POST') {
          const { title, message } = JSON.parse(text) as { title: string; message: string }
          shop.got.push(title)
          shop.messages.push(message)
        }
        response.writeHead(request.method === 'POST' || shop.isUp ? 200 : 500).end()
      })
    })
    const port = await listening(server)
    await provide(Object.assign(shop, { url: `http://127.0.0.1:${port}` }))
    server.closeAllConnections()
    server.close()
  },
})
// Own relay: messages and silences must not affect other files.
test.use({ relayOptions: { name: 'notifications' } })

test('a rule notifies of a failing check; the list shows sent and silenced messages [SHELL-02,SHELL-16,SHELL-17,SHELL-18,SHELL-19,NOTIF-02,NOTIF-03,NOTIF-04,NOTIF-05,NOTIF-06,NOTIF-07,NOTIF-08]', async ({
  page,
  relay,
  shop,
}) => {
  test.slow()
  await writeFile(join(relay.resourcesDir, 'shop.yaml'), canary(Number(new URL(shop.url).port)))
  await page.goto('/health')
  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible()

  const listRequest = page.waitForRequest(/\/api\/db\/notifications_summary/)
  await page.getByRole('tab', { name: 'Rules' }).click()
  const query = new URL((await listRequest).url()).searchParams
  expect([query.get('limit'), query.get('order')]).toEqual(['1000', 'name.asc'])
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page).toHaveURL(/\/notifications\/rules\/new$/)
  const rule = page.getByRole('main')
  await rule.getByRole('button', { name: 'Save rule' }).click()
  await expect(rule.getByText('This field is required').first()).toBeVisible()
  await rule.getByLabel('Name').fill('shop to the hook')
  await rule.getByLabel('check.passed').check()
  await rule.getByRole('button', { name: 'Address' }).click()
  await rule.getByRole('textbox', { name: 'Address' }).fill('no address')
  await rule.getByLabel('Repeat interval').fill('')
  await rule.getByRole('button', { name: 'Save rule' }).click()
  await expect(rule.getByText(/Enter a URL such as/)).toBeVisible()
  await rule.getByRole('textbox', { name: 'Address' }).fill(`${shop.url}/hook`)
  await rule.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Notification created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/notifications\/rules(\?.*)?$/)
  const added = page.getByRole('row', { name: /shop to the hook/ })
  await expect(added).toContainText(new URL(shop.url).host)
  await page.getByRole('link', { name: 'shop to the hook', exact: true }).click()
  await expect(page).toHaveURL(/\/notifications\/rules\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.goto(`/notifications/rules?id=${id}`)
  await expect(page).toHaveURL(new RegExp(`/notifications/rules/${id}$`))
  const edit = page.getByRole('main')
  await edit.getByLabel('Filter').fill('check.name == "front door"')
  await expect(edit.getByRole('complementary', { name: 'Changes' })).toContainText('filter: check.name == "front door"')
  await edit.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Notification updated successfully')).toBeVisible()

  const health = async () => {
    const rows = (await (await page.request.get('/api/db/checks?select=status&name=eq.front%20door')).json()) as {
      status: string
    }[]
    return rows[0]?.status
  }
  await expect.poll(health).toBe('healthy')
  await page.getByRole('tab', { name: 'Notifications' }).click()
  await expect(page).toHaveURL(/\/notifications$/)
  shop.isUp = false
  const table = page.getByRole('table', { name: 'Notifications' })
  const door = table.getByRole('row', { name: /front door/ })
  await expect(door).toContainText('1 sent')
  expect(shop.got).toEqual(['front door fails'])
  await door.getByRole('button', { name: 'front door' }).click()
  const failed = table.getByRole('row', { name: /check\.failed/ })
  await expect(failed).toContainText('sent')
  await failed.getByRole('button', { name: 'check.failed' }).click()
  const panel = page.getByRole('complementary', { name: 'front door' })
  await expect(panel).toContainText('check.failed')
  await expect(panel.locator('pre')).toContainText('500')
  const why = panel.getByRole('article', { name: 'check.failed of front door' })
  await expect(why.getByRole('listitem').first()).toContainText('shop to the hook Sent. The rule has no wait time.')

  await panel.getByRole('link', { name: 'Silence' }).click()
  await expect(page.getByText('Silences notifications of the check front door.')).toBeVisible()
  const preview = page.getByRole('complementary', { name: 'Silence preview' })
  await expect(preview).toContainText('Would have silenced 1 of 1 sends of the last 7 days')
  await expect(preview.getByRole('region', { name: 'Silenced now' })).toContainText('front door')
  await page.getByLabel('Duration').selectOption('indefinitely')
  await page.getByLabel('Reason').fill('The carrier works on it')
  const sent = page.waitForRequest(/\/api\/notification\/silence$/)
  await page.getByRole('button', { name: 'Add silence' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ until: null, check_id: expect.any(String) })
  await expect(page).toHaveURL(/\/notifications\/silences$/)
  const silence = page.getByRole('row', { name: /front door silenced/ })
  await expect(silence).toContainText('Indefinitely')
  await expect(silence).toContainText('active')
  shop.isUp = true
  await expect.poll(health).toBe('healthy')
  await page.getByRole('tab', { name: 'Notifications' }).click()
  await expect(door).toContainText('1 sent, 1 suppressed')
  await expect(page.getByText('2 sends')).toBeVisible()
  await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'None' }).click()
  const passed = table.getByRole('row', { name: /front door.*check\.passed/ })
  await expect(passed).toContainText('Silenced')
  expect(shop.got).toEqual(['front door fails'])
  await page.getByRole('tab', { name: 'Why?' }).click()
  const held = page.getByRole('article', { name: 'check.passed of front door' })
  await expect(held).toContainText('Silenced. Silenced by front door silenced.')

  await page.getByRole('tab', { name: 'Silences' }).click()
  await silence.getByRole('button', { name: /Remove silence/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove silence' }).click()
  await expect(page.getByText('Silence deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No silences' })).toBeVisible()

  await page.goto('/notifications/silences/add')
  const guide = page.getByRole('complementary', { name: 'Targets and existing silences' })
  await expect(guide).toContainText('No active or planned silences')
  await page.getByLabel('Name', { exact: true }).fill('quiet please')
  await page.getByLabel('Filter').fill('true')
  await page.getByRole('button', { name: 'Add silence' }).click()
  const question = page.getByRole('dialog', { name: 'Silence everything?' })
  await expect(question).toContainText('of the last 7 days')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByLabel('Filter')).toHaveValue('true')
  await expect(page.getByRole('complementary', { name: 'Silence preview' })).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'No silences' })).toBeVisible()

  await page.goto('/notifications/silences/add')
  await page.getByRole('combobox', { name: 'Resource', exact: true }).fill('front')
  await page.getByRole('option', { name: /front door/ }).click()
  await expect(page.getByText('Silences notifications of the check front door.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('works at the door')
  await page.getByRole('button', { name: 'Add silence' }).click()
  const works = page.getByRole('row', { name: /works at the door/ })
  await works.getByRole('button', { name: 'Change end of works at the door' }).click()
  const change = page.getByRole('dialog', { name: 'Change end of works at the door' })
  await change.getByLabel('Duration from now').selectOption('indefinitely')
  await change.getByRole('button', { name: 'Change end' }).click()
  await expect(page.getByText('Silence updated successfully')).toBeVisible()
  await expect(works).toContainText('Indefinitely')
  await works.getByRole('button', { name: /Remove silence/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove silence' }).click()
  await expect(page.getByRole('heading', { name: 'No silences' })).toBeVisible()

  await page.getByRole('link', { name: 'Health' }).click()
  await page.getByRole('link', { name: 'front door' }).first().click()
  const check = page.getByRole('complementary', { name: 'front door' })
  await check.getByRole('button', { name: 'Silence' }).click()
  await page.getByRole('menuitem', { name: 'Until it recovers' }).click()
  await expect(page.getByText('front door is silenced until it recovers')).toBeVisible()
  await expect(check.getByText(/^Silenced until it recovers, by /)).toBeVisible()

  await page.goto('/health?hidePassing=false')
  const row = page.getByRole('grid', { name: 'Checks' }).getByRole('row', { name: /front door/ })
  await row.getByRole('button', { name: 'front door is silenced' }).click()
  await expect(page.getByRole('menuitem', { name: /^Silenced until it recovers, by / })).toBeVisible()
  await page.getByRole('menuitem', { name: 'For 1 hour' }).click()
  await expect(page.getByText('front door is silenced for 1 hour')).toBeVisible()
  const ended = { data: { deleted_at: new Date().toISOString() } }
  expect((await page.request.patch('/api/db/notification_silences?name=like.front*', ended)).ok()).toBe(true)
  await expect(row.getByRole('button', { name: 'Silence front door' })).toBeVisible()
})

test('a message link shows its event and acts on one tap, never on opening', async ({ page, relay, shop }) => {
  test.slow()
  await writeFile(join(relay.resourcesDir, 'kiosk.yaml'), canary(Number(new URL(shop.url).port), 'kiosk'))
  const read = async (path: string) => (await (await page.request.get(path)).json()) as Record<string, string>[]
  const kiosk = async () => (await read('/api/db/checks?select=id,status&name=eq.kiosk'))[0]
  await expect.poll(async () => (await kiosk())?.['status']).toBe('healthy')
  const added = await page.request.post('/api/db/notifications', {
    data: {
      name: 'kiosk to the hook',
      source: 'UI',
      events: ['check.failed'],
      filter: 'check.name == "kiosk"',
      custom_services: [{ name: 'the hook', url: `${shop.url}/hook` }],
    },
  })
  expect(added.status()).toBe(201)
  shop.isUp = false
  await expect.poll(() => shop.got).toContain('kiosk fails')
  const messageText = shop.messages[shop.got.indexOf('kiosk fails')] ?? ''
  const link = new URL(/Acknowledge or silence: (\S+)/.exec(messageText)?.[1] ?? '')
  const address = `${link.pathname}${link.search}`
  const silences = async () =>
    read(`/api/db/notification_silences?select=name&check_id=eq.${(await kiosk())?.['id'] ?? ''}`)

  await page.request.get(address)
  await page.goto(address)
  const message = page.getByRole('article', { name: 'kiosk' })
  await expect(message).toContainText('check.failed')
  expect(await silences()).toEqual([])
  await message.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByText('kiosk is acknowledged: no messages until it recovers')).toBeVisible()
  await expect(message.getByText(/^Silenced until it recovers, by /)).toBeVisible()
  expect(await silences()).toEqual([{ name: expect.stringMatching(/^kiosk acknowledged by /) }])

  await page.goto(`${address}x`)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})

test('acknowledges an incident with one tap from its message', async ({ page, shop }) => {
  const post = async (relation: string, data: object) =>
    expect((await page.request.post(`/api/db/${relation}`, { data })).status()).toBe(201)
  await post('notifications', {
    name: 'incidents to the hook',
    source: 'UI',
    events: ['incident.created'],
    custom_services: [{ name: 'the hook', url: `${shop.url}/hook` }],
  })
  const session = (await (await page.request.get('/api/auth/whoami')).json()) as { payload: { user: { id: string } } }
  const kind = { description: '', type: 'availability', severity: 'high', status: 'open' }
  await post('incidents', { title: 'Cards fail', ...kind, created_by: session.payload.user.id })
  await expect.poll(() => shop.messages.join('\n')).toContain('Acknowledge: ')
  const link = new URL(/Acknowledge: (\S+)/.exec(shop.messages.join('\n'))?.[1] ?? '')
  await page.goto(`${link.pathname}${link.search}`)
  const message = page.getByRole('article', { name: /Cards fail/ })
  await expect(message).toContainText('incident.created')
  await message.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(message).toContainText(/Acknowledged\d\d:\d\d/)
  await expect(message.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
  const address = '/api/db/incidents?select=acknowledged&acknowledged=not.is.null'
  const listAcknowledged = async () => (await (await page.request.get(address)).json()) as unknown[]
  await expect.poll(listAcknowledged).toHaveLength(1)
})
