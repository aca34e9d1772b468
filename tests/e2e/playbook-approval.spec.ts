import { z } from 'zod'
import { expect, test } from '#tests/fixtures/browser.ts'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'

const grow = `  title: Grow the volume
  checks: [{}]
  approval: { type: any, allowSelf: true, approvers: { people: ['priya@northwind.example'], teams: ['data-platform'] } }
  parameters:
    - { name: size, label: New size }
    - { name: reason, label: Reason }
    - { name: pin, label: Pin, type: secret }
  actions:
    - name: check
      exec: { script: 'echo headroom --need $(.params.size)' }
    - name: ask
      http: { url: 'http://127.0.0.1:1/$(.check.name)', method: POST, body: '$(.params.pin)' }
`
const edge = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: edge
spec:
  schedule: '@every 1h'
  http: [{ name: orders-db, url: 'http://127.0.0.1:9/' }]
`

test.use({ relayOptions: { resources: { 'grow.yaml': playbookDocument('grow', grow), 'edge.yaml': edge } } })

test('an approver sees the commands with their values, the target, the reason and who else can approve', async ({
  page,
}) => {
  const readId = async (path: string) => {
    const rows = z.array(z.object({ id: z.string() })).parse(await (await page.request.get(path)).json())
    return rows[0]?.id ?? ''
  }
  await expect.poll(() => readId('/api/db/checks?select=id&status=eq.unhealthy')).not.toBe('')
  const ids = {
    id: await readId('/api/db/playbooks?select=id&name=eq.grow'),
    check_id: await readId('/api/db/checks?select=id'),
  }
  const params = { size: '750Gi', reason: '93 % full', pin: '4711' }
  const response = await page.request.post('/api/playbook/run', { data: { ...ids, params } })
  const { run_id: runId } = z.object({ run_id: z.string() }).parse(await response.json())
  const answers: string[] = []
  page.on('response', async (answer) => {
    if (answer.url().includes(runId)) answers.push(await answer.text().catch(() => ''))
  })
  for (const viewport of [
    { width: 1_440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto(`/playbooks/runs/${runId}`)
    const steps = page.getByRole('region', { name: 'Steps to run' })
    await expect(steps).toContainText('echo headroom --need "750Gi"')
    await expect(steps).toContainText('POST http://127.0.0.1:1/orders-db')
    await expect(steps).toContainText('***')
    await expect(page.getByText('“93 % full”')).toBeVisible()
    await expect(page.getByText(/^requested by Admin at/)).toBeVisible()
    const facts = page.getByRole('complementary', { name: 'Approval' })
    await expect(facts).toContainText('priya@northwind.example')
    await expect(facts).toContainText('data-platform')
    await expect(facts).toContainText('orders-db unhealthy')
    await expect(facts).toContainText('No other run on this target')
    await expect(facts).toContainText('Never run here.')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
  expect(answers.length).toBeGreaterThan(0)
  expect(answers.join('\n')).not.toContain('4711')
})
