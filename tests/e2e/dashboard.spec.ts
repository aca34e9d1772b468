import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'
import { startHttpTarget, type Target } from '#tests/fixtures/targets.ts'
import { violationsInBothThemes } from '#tests/fixtures/violations.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

const canary = (at: string) => `
kind: Canary
metadata: { name: shop, namespace: payments }
spec:
  schedule: '@every 2s'
  http:
    - { name: home page, url: '${at}', responseCodes: [200] }
`

const flush = playbookDocument(
  'flush',
  `  title: Flush caches
  category: Edge
  approval: { type: any, approvers: { teams: [nobody-yet] } }
  actions:
    - name: flush
      exec: { script: echo flushed }
`,
)

const broken = playbookDocument('broken', '  actions: [{ name: fail, exec: { script: exit 1 } }]\n')

const components = `
kind: Topology
metadata: { name: shop }
spec:
  schedule: '@every 1h'
  components:
${Array.from({ length: 9 }, (_, index) => `    - { name: Service ${index + 1}, health: ${index === 4 ? 'warning' : 'healthy'} }`).join('\n')}
`

const test = base.extend<{ target: Target }>({
  target: oncePerWorker(
    () => startHttpTarget(),
    (target) => target.stop(),
  ),
  relayOptions: ({ target }, provide) =>
    provide({
      resources: {
        'shop.yaml': canary(target.at),
        'flush.yaml': flush,
        'broken.yaml': broken,
        'components.yaml': components,
      },
    }),
})
test.afterEach(({ target }) => target.heal())

const strip = (page: Page) => page.getByRole('region', { name: 'What is broken' })
const lastHour = (page: Page) => page.getByRole('region', { name: 'Last hour' })

const startRun = async (request: APIRequestContext, name: string): Promise<string> => {
  const [playbook] = (await (await request.get(`/api/db/playbooks?name=eq.${name}&select=id`)).json()) as {
    id: string
  }[]
  const started = await request.post('/api/playbook/run', { data: { id: playbook?.id } })
  expect(started.status()).toBe(201)
  return ((await started.json()) as { run_id: string }).run_id
}

const addIncident = async (request: APIRequestContext) => {
  const { payload } = (await (await request.get('/api/auth/whoami')).json()) as { payload: { user: { id: string } } }
  const incident = { title: 'Orders are slow', description: '', type: 'availability', severity: 'High', status: 'open' }
  const data = { ...incident, created_by: payload.user.id }
  expect((await request.post('/api/db/incidents', { data })).status()).toBe(201)
}

test('the dashboard says in one line that nothing is broken, and shows a failing check within seconds', async ({
  page,
  target,
}) => {
  await page.goto('/')
  await expect(strip(page).getByText('Nothing is broken')).toBeVisible()
  await expect(strip(page).getByText(/^\d+ healthy checks?, no open incidents, /)).toBeVisible()
  await target.break()
  const failing = strip(page).getByRole('listitem').filter({ hasText: '1 unhealthy check' })
  await expect(failing.getByRole('link', { name: /^home page.*503/ })).toBeVisible()
  await expect(failing.getByRole('time')).toHaveText(/^\d+ s$/)
  await expect(lastHour(page).getByRole('link', { name: /home page became unhealthy/ })).toBeVisible()
  await expect(strip(page).getByText('Nothing is broken')).toHaveCount(0)
  expect(await violationsInBothThemes(page)).toEqual([])
  await strip(page).getByRole('link', { name: '1 unhealthy check' }).click()
  await expect(page).toHaveURL(/\/health\?status=unhealthy:1$/)
  await expect(page.getByRole('link', { name: 'home page' })).toBeVisible()
  await page.goBack()
  await target.heal()
  await expect(strip(page).getByText('Nothing is broken')).toBeVisible()
  await expect(lastHour(page).getByRole('link', { name: /home page became healthy/ })).toBeVisible()
})

test('the dashboard shows runs that wait for approval, linked to the filtered list', async ({ page, request }) => {
  const id = await startRun(request, 'flush')
  await page.goto('/topology')
  await strip(page).getByRole('link', { name: '1 run waiting for approval' }).click()
  await expect(page).toHaveURL(/\/playbooks\/runs\?status=pending_approval$/)
  await expect(page.getByRole('link', { name: 'Flush caches' }).first()).toBeVisible()
  await request.post(`/api/playbook/run/cancel/${id}`)
})

test('on a wall the strip is large and comes first', async ({ page, target }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await target.break()
  await page.goto('/topology?wall')
  const title = strip(page).getByRole('heading', { name: '1 unhealthy check' })
  await expect(title).toBeInViewport()
  const [size, root] = await title.evaluate((element) =>
    [element, document.documentElement].map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
  )
  expect(size).toBeGreaterThan(root ?? 0)
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.overview-tile, .component-cards > li')]
        .filter((part) => part.checkVisibility({ visibilityProperty: true }))
        .filter((part) => part.getBoundingClientRect().bottom > window.innerHeight)
        .map((part) => part.textContent),
    )
  await expect.poll(cut).toEqual([])
  const cards = page.getByRole('list', { name: 'Components' }).getByRole('listitem')
  await expect(cards).toHaveCount(9)
})

// Last: its incident and failed run stay.
test('on a wall components stay in sight below four findings', async ({ page, request, target }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await target.break()
  await startRun(request, 'broken')
  await addIncident(request)
  const waiting = await startRun(request, 'flush')
  await page.goto('/topology?wall')
  for (const name of ['1 unhealthy check', '1 open incident', '1 failed run in 24 h', '1 run waiting for approval'])
    await expect(strip(page).getByRole('heading', { name })).toBeInViewport()
  await expect(page.getByRole('list', { name: 'Components' }).getByText('Service 5')).toBeInViewport({ ratio: 1 })
  await request.post(`/api/playbook/run/cancel/${waiting}`)
})
