import { expect, test } from '#tests/fixtures/browser.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'

// Own relay: these incidents must not appear in other files.
const canary = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: shop, namespace: shop }
spec:
  schedule: '@every 5s'
  http: [{ name: front, url: 'http://127.0.0.1:9/front' }, { name: back, url: 'http://127.0.0.1:9/back' }]
`
test.use({ relayOptions: { resources: { 'shop.yaml': canary } } })

const api = (url: string) => {
  const send = async (path: string, body: object) => {
    const response = await fetch(`${url}/api/db/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    const [{ id = '' } = {}] = (await response.json()) as { id?: string }[]
    return id
  }
  const me = async () => {
    const session = (await (await fetch(`${url}/api/auth/whoami`)).json()) as { payload: { user: { id: string } } }
    return session.payload.user.id
  }
  return { send, me }
}

test('attaches related failures by one key, and shows the solution of an earlier incident of the same check', async ({
  page,
  relay,
}) => {
  const { send, me } = api(relay.url)
  const by = await me()
  const failing = async () => {
    const response = await fetch(`${relay.url}/api/db/checks?select=id,name,status&status=eq.unhealthy&order=name`)
    return (await response.json()) as { id: string; name: string }[]
  }
  await expect.poll(async () => (await failing()).map(({ name }) => name)).toEqual(['back', 'front'])
  const front = (await failing()).find(({ name }) => name === 'front')?.id
  const open = async (title: string) => {
    const id = await send('incidents?select=id', {
      title,
      description: '',
      type: 'availability',
      severity: 'high',
      status: 'open',
      created_by: by,
    })
    const believed = { incident_id: id, created_by: by, status: 'proven' }
    const root = await send('hypotheses?select=id', { ...believed, type: 'root', title: 'Too few connections' })
    await send('evidences?select=id', {
      hypothesis_id: root,
      type: 'check',
      description: 'it refuses',
      check_id: front,
      created_by: by,
    })
    return { id, root }
  }
  const before = await open('Logins failed')
  await send('hypotheses?select=id', {
    incident_id: before.id,
    parent_id: before.root,
    type: 'solution',
    title: 'Raise max_connections',
    status: 'proven',
    created_by: by,
  })
  const { id } = await open('Logins fail')
  const release = await holdRequests(page, /\/api\/canary\/api\/graph/)
  await page.goto(`/incidents/${id}`)
  const suggestions = page.getByRole('region', { name: 'Suggestions' })
  const proof = page.getByRole('list', { name: 'Evidence for Too few connections' })
  await expect(proof.getByText(/ECONNREFUSED|refused/).first()).toBeVisible()
  const box = await suggestions.boundingBox()
  release()
  await expect(page.getByRole('img', { name: /^State since/ })).toBeVisible()
  expect((await suggestions.boundingBox())?.y).toBe(box?.y)
  await suggestions.getByRole('button', { name: 'Find suggestions' }).click()
  const similar = suggestions.getByRole('list', { name: 'Similar incidents' }).getByRole('listitem')
  await expect(similar).toContainText('Logins failed')
  await expect(similar).toContainText('100 % similarity: front')
  await expect(similar).toContainText('Solution: “Raise max_connections” (proven).')
  await expect(suggestions.getByText('No playbooks ran during similar incidents.')).toBeVisible()
  await expect(suggestions.getByText(/No config item is linked to the evidence/)).toBeVisible()
  const together = suggestions
    .getByRole('list', { name: 'Became unhealthy around the same time' })
    .getByRole('listitem')
  await expect(together).toContainText('Evidence against: not linked to the evidence.')
  await together.getByRole('link', { name: 'back' }).focus()
  await page.keyboard.press('a')
  await expect(together.getByText('attached')).toBeVisible()
  const board = page.getByRole('region', { name: 'Hypotheses' })
  await expect(board.getByRole('list', { name: 'Evidence for Too few connections' })).toContainText('back')
})

test('previews the incidents that a rule would have opened in the last week', async ({ page, relay }) => {
  const { send } = api(relay.url)
  await page.goto('/settings/incident_rules')
  await send('incident_rules?select=id', { name: 'everything', spec: {}, created_by: await api(relay.url).me() })
  await page.getByRole('link', { name: 'everything' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('button', { name: 'Preview last week' }).click()
  await expect(preview.getByText(/would have been opened/)).toBeVisible()
  await expect(
    preview.getByText('The rule has no selectors and matches every check, component and config item.'),
  ).toBeVisible()
})
