import type { Page } from '@playwright/test'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { listen } from '#relay/testing/listen.ts'
import { emptyDatabase, expect, testWithoutPage as test } from '#tests/fixtures/browser.ts'
import { inviteAndOpen, register, setUpLink } from '#tests/fixtures/identity-console.ts'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { topologyDocument } from '#tests/fixtures/topologies.ts'

const mara = { email: 'mara@northwind.example', password: 'kvarndamm-och-gran', first: 'Mara', last: 'Lindqvist' }
const priya = { firstName: 'Priya', lastName: 'Raman', email: 'priya@northwind.example', role: 'editor' }
const tunde = { firstName: 'Tunde', lastName: 'Okafor', email: 'tunde@northwind.example', role: 'responder' }

const formatShop = (replicas: number) => JSON.stringify({ name: 'shop', replicas })

const startShop = async (folder: string) => {
  const server = createServer((_request, response) => {
    response.writeHead(existsSync(join(folder, 'broken')) ? 500 : 200).end('x')
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

// Generous thresholds: slow responses on a busy machine must not fail the check.
const makeResources = (folder: string, url: string) => ({
  'shop.yaml': `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: shop, namespace: shop }
spec:
  schedule: '@every 1s'
  http: [{ name: front, severity: critical, url: '${url}', timeout: 30s }]
`,
  'rule.yaml': `apiVersion: mission-control.flanksource.com/v1
kind: IncidentRule
metadata: { name: shop }
spec: { checks: [{ namespace: shop }], template: { title: 'Shop is down', severity: critical } }
`,
  'services.yaml': scraperDocument(
    'services',
    `  file:
    - { type: 'App::Service', id: $.name, name: $.name, paths: ['${folder}/shop.json'] }
`,
    '@every 1s',
  ),
  'topology.yaml': topologyDocument(
    'shop',
    `  components:
    - name: Checkout
      type: Service
      logs: [{ name: web, labels: { app: checkout } }]
`,
  ),
  'mend.yaml': playbookDocument(
    'mend',
    `  title: Mend the shop
  checks: [{}]
  actions:
    - name: mend
      exec: { script: 'rm -f ${folder}/broken' }
`,
  ),
})

const idsSchema = z.array(z.object({ id: z.string() })).min(1)

const loadId = async (page: Page, query: string): Promise<string> => {
  const read = async () => {
    const response = await page.request.get(`/api/db/${query}&select=id`)
    return idsSchema.safeParse(await response.json()).data?.[0]?.id ?? ''
  }
  await expect.poll(read).not.toBe('')
  return read()
}

const link = async (page: Page, why: string) => {
  await page.getByRole('button', { name: 'Link to incident' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Link to incident' })
  await dialog.getByRole('radio', { name: /Shop is down/ }).click()
  await expect(dialog.getByRole('radio', { name: /front fails/ })).toBeChecked()
  await dialog.getByLabel('Description').fill(why)
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page.getByText('Linked to incident successfully')).toBeVisible()
}

const getBoard = (page: Page) => page.getByRole('region', { name: 'Hypotheses' })
const getStatusSelect = (page: Page) => page.getByRole('combobox', { name: 'Status', exact: true })

const parseSteps = (markdown: string) =>
  (markdown.split('## Timeline')[1] ?? '')
    .split('\n')
    .filter((row) => row.replaceAll('\\', '').startsWith('| 2'))
    .map((row) => {
      const [, at = '', actor = '', action = ''] = row
        .replaceAll(/\\([^|])/g, '$1')
        .split(' | ')
        .flatMap((cell, n) => (n === 0 ? ['', cell] : [cell]))
      return { at: at.replace('| ', ''), summary: `${actor} ${action.replace(/ \|$/, '')}`.trim() }
    })

test('three people work on an incident from a failed check to a proven cause, across a relay restart, and the timeline has each step once [INC-05,INC-09,INC-10,INC-14,INC-16,INC-19,SHELL-10]', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-incident-'))
  await writeFile(join(folder, 'shop.json'), formatShop(2))
  await writeFile(join(folder, 'shop.log'), '')
  const shop = await startShop(folder)
  const resources = makeResources(folder, shop.url)
  const dataDir = join(folder, 'data')
  const env = { AUTH_MODE: 'identity', DATABASE_URL: await emptyDatabase() }
  let relay: Relay = await startRelay({ env, resources, dataDir })
  try {
    const commander = await (await browser.newContext({ baseURL: relay.url })).newPage()
    await register(commander, await setUpLink(relay), mara)
    await expect(commander.getByRole('heading', { name: 'Verify your account' })).toBeVisible()
    const digger = await inviteAndOpen(browser, commander, priya)
    const helper = await inviteAndOpen(browser, commander, tunde)
    const everybody = [commander, digger, helper]
    const backends = [{ labels: { app: 'checkout' }, file: { path: join(folder, 'shop.log') } }]
    const created = await commander.request.post('/api/db/logging_backends', {
      data: { name: 'shop', spec: { backends }, source: 'UI' },
    })
    expect(created.status()).toBe(201)
    await loadId(commander, 'checks?name=eq.front&status=eq.healthy')
    const item = await loadId(commander, 'config_items?name=eq.shop')

    await test.step('a target fails, and a rule opens an incident visible to all', async () => {
      for (const page of everybody) await page.goto('/incidents')
      await writeFile(join(folder, 'shop.json'), formatShop(0))
      await loadId(commander, `config_changes?config_id=eq.${item}&change_type=eq.diff`)
      const at = new Date().toISOString()
      const line = { time: at, level: 'error', msg: 'no replica left to answer', pod: 'shop-1' }
      await writeFile(join(folder, 'shop.log'), `${JSON.stringify(line)}\n`)
      await writeFile(join(folder, 'broken'), 'yes')
      for (const page of everybody) {
        const name = page.getByRole('table', { name: 'Incidents' }).getByRole('link', { name: 'Shop is down' })
        await expect(name).toBeVisible()
      }
    })

    await test.step('the first responder links a change and a log line', async () => {
      const change = await loadId(helper, `config_changes?config_id=eq.${item}&change_type=eq.diff`)
      await helper.goto(`/catalog/${item}/changes?change=${change}`)
      await expect(helper.getByRole('complementary', { name: 'diff' })).toBeVisible()
      await link(helper, 'It was scaled to nothing')
      await helper.goto('/logs?search=replica')
      await expect(helper.getByText('1 line', { exact: true })).toBeVisible()
      await helper.getByRole('checkbox').first().click()
      await link(helper, 'The log says so')
    })

    for (const page of everybody) {
      await page.goto('/incidents')
      await page.getByRole('link', { name: 'Shop is down' }).click()
      await expect(getBoard(page).getByText('The log says so')).toBeVisible()
    }

    await test.step('another responder adds a hypothesis, with live typing for others, and proves it', async () => {
      await expect(
        commander.getByRole('group', { name: '3 here: Mara Lindqvist, Priya Raman, Tunde Okafor' }),
      ).toBeVisible()
      await getBoard(digger).getByLabel('Possible cause').pressSequentially('Somebody scaled the shop down')
      await expect(getBoard(commander).getByText('Priya Raman is typing here')).toBeVisible()
      await expect(getBoard(digger).getByText('Priya Raman is typing here')).toHaveCount(0)
      await digger.keyboard.press('Enter')
      for (const page of everybody)
        await expect(getBoard(page).getByRole('listitem', { name: 'Somebody scaled the shop down' })).toBeVisible()
      await getBoard(digger)
        .getByRole('combobox', { name: /Somebody scaled the shop down/ })
        .selectOption('proven')
      await expect(getBoard(helper).getByRole('combobox', { name: /Somebody scaled the shop down/ })).toHaveValue(
        'proven',
      )
      await expect(getBoard(commander).getByText('Priya Raman is typing here')).toHaveCount(0)
    })

    await test.step('the commander defines when the incident is done', async () => {
      const done = commander.getByRole('region', { name: 'Definition of done' })
      await done.getByRole('button', { name: 'Add condition' }).first().click()
      await done.getByLabel('Decided by').selectOption({ label: 'front' })
      await expect(done.getByLabel('Done when')).toHaveValue("check.status == 'healthy'")
      await done.getByRole('button', { name: 'Add condition' }).last().click()
      const condition = helper.getByRole('region', { name: 'Definition of done' }).getByRole('listitem')
      await expect(condition).toContainText('false', { timeout: 90_000 })
    })

    await test.step('the relay is killed and restarted: typed input stays and is not sent automatically', async () => {
      const { port } = new URL(relay.url)
      await relay.stop('SIGKILL')
      for (const page of everybody) await expect(page.getByText(/^Connection lost/).first()).toBeVisible()
      const timeline = helper.getByRole('region', { name: 'Timeline' })
      await timeline.getByRole('textbox', { name: 'Comment' }).fill('Typed in the dark')
      await timeline.getByRole('button', { name: 'Comment', exact: true }).click()
      await expect(timeline.getByRole('alert').first()).toBeVisible()
      relay = await startRelay({ env: { ...env, PORT: port }, resources, dataDir })
      for (const page of everybody) await expect(page.getByText(/^Connection lost/)).toHaveCount(0)
      await expect(timeline.getByRole('textbox', { name: 'Comment' })).toHaveValue('Typed in the dark')
      const sent = await commander.request.get('/api/db/comments?select=id&comment=eq.Typed in the dark')
      expect(await sent.json()).toEqual([])
      await timeline.getByRole('button', { name: 'Comment', exact: true }).click()
      for (const page of everybody)
        await expect(
          page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: 'Typed in the dark' }),
        ).toHaveCount(1)
    })

    await test.step('a playbook fixes the target, the definition of done is met, and the incident is resolved', async () => {
      const playbook = await loadId(digger, 'playbooks?name=eq.mend')
      const check = await loadId(digger, 'checks?name=eq.front')
      const run = await digger.request.post('/api/playbook/run', {
        data: { id: playbook, check_id: check, params: {} },
      })
      expect(run.ok()).toBe(true)
      for (const page of everybody) await expect(getStatusSelect(page)).toHaveValue('resolved', { timeout: 120_000 })
      for (const page of everybody)
        await expect(page.getByRole('region', { name: 'Definition of done' })).toContainText('all met')
    })

    await test.step('the exported timeline has every step once, in order', async () => {
      await commander.getByRole('tab', { name: /^Timeline/ }).click()
      const whole = commander.getByRole('region', { name: 'Full timeline' })
      await expect(whole.getByText('Mend the shop completed')).toBeVisible()
      await expect(whole.getByText('front became healthy')).toBeVisible()
      const events = whole.getByRole('slider', { name: 'Events' })
      await events.focus()
      await commander.keyboard.press('End')
      await expect(events).toHaveAttribute('aria-valuetext', /Quarterdeck set the status to resolved/)
      await commander.keyboard.press('ArrowLeft')
      await expect(events).not.toHaveAttribute('aria-valuetext', /set the status to resolved/)
      await commander.keyboard.press('ArrowRight')
      await expect(commander).toHaveURL(/[?&]line=history/)
      await expect(whole.getByRole('listitem').first()).toHaveAttribute('aria-current', 'true')
      const saved = commander.waitForEvent('download')
      await whole.getByRole('button', { name: 'Export' }).click()
      await commander.getByRole('menuitem', { name: /Markdown/ }).click()
      const markdown = await readFile(await (await saved).path(), 'utf8')
      const steps = parseSteps(markdown)
      expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted())
      const expected = [
        'shop changed: diff',
        'front became unhealthy',
        'Quarterdeck opened the incident',
        'Tunde Okafor added evidence “It was scaled to nothing”',
        'Tunde Okafor added evidence “The log says so”',
        'Priya Raman added the hypothesis “Somebody scaled the shop down”',
        'Priya Raman rated “Somebody scaled the shop down” as proven',
        'Mara Lindqvist added “',
        'Tunde Okafor Typed in the dark',
        'Priya Raman ran Mend the shop',
        'front became healthy',
        'Quarterdeck set the status to resolved',
      ]
      const positions = expected.map((text) => steps.flatMap(({ summary }, n) => (summary.includes(text) ? [n] : [])))
      expect(
        positions.map((found) => found.length),
        JSON.stringify(steps, null, 1),
      ).toEqual(expected.map(() => 1))
      expect(positions.flat()).toEqual(positions.flat().toSorted((a, b) => a - b))
      expect(steps.filter(({ summary }) => summary.includes('Mend the shop completed'))).toHaveLength(1)
      expect(markdown).toMatch(/front \| [\d\w ]+ \| 1 \| passes/)
      expect(markdown).toContain('Playbook Mend the shop')
    })
  } finally {
    await relay.stop()
    shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
