import { emptyDatabase, expect, test } from '#tests/fixtures/browser.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'

const edge = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: edge, namespace: edge }
spec:
  schedule: '@every 1s'
  tcp:
    - { name: door of the edge, endpoint: '127.0.0.1:1' }
`

test('adds an agent, receives reports of a second console and deletes it with its resources [SHELL-41,SET-91,SET-92,SET-94]', async ({
  page,
  relay: upstream,
}) => {
  test.slow()
  let agent: Relay | undefined
  try {
    await page.goto('/settings/agents')
    await expect(page.getByText('No agents yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add agent' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add agent' }).last().click()
    await expect(dialog.getByText('Enter a name.')).toBeVisible()
    await dialog.getByLabel('Name').fill('edge-1')
    await dialog.getByLabel('Labels').fill('site=FRA')
    await dialog.getByLabel('Name').press('Enter')

    const install = page.getByRole('dialog', { name: 'Install agent edge-1' })
    await expect(install.getByText('Waiting for the first report')).toBeVisible()
    await expect(install.getByRole('tabpanel')).not.toContainText('qda_')
    await install.getByRole('button', { name: 'Show' }).click()
    const command = await install.getByRole('tabpanel', { name: 'CLI' }).innerText()
    const token = /UPSTREAM_TOKEN=(\S+)/.exec(command)?.[1] ?? ''
    await install.getByRole('tab', { name: 'Helm CLI' }).click()
    await expect(install.getByRole('tabpanel')).toContainText(`upstream.password=${token}`)
    await install.getByRole('tab', { name: 'Flux' }).click()
    await expect(install.getByRole('tabpanel')).toContainText('agentName: edge-1')

    const env = { UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: token, DATABASE_URL: await emptyDatabase() }
    agent = await startRelay({ env, resources: { 'edge.yaml': edge } })
    await expect(install.getByText('edge-1 reports to this console.')).toBeVisible()
    await install.getByRole('button', { name: 'Close' }).last().click()
    const row = page.getByRole('row', { name: /edge-1/ })
    await expect(row).toContainText('online')
    await row.getByRole('button', { name: 'edge-1' }).click()
    await expect(page).toHaveURL(/id=/)
    const panel = page.getByRole('complementary', { name: 'edge-1' })
    await expect(panel.getByRole('list', { name: 'Reported' })).toContainText('edge Canary')
    await expect(panel).toContainText('FRA')

    await page.goto('/health')
    await expect(page.getByText('door of the edge')).toBeVisible()
    await page.getByText('door of the edge').click()
    const run = page.getByRole('button', { name: 'Run Now' })
    await expect(run).toHaveAttribute('aria-disabled', 'true')
    await run.hover()
    await expect(page.getByText(/This check runs only on the agent edge-1/).first()).toBeVisible()
    await page.goto(`${agent.url}/settings/agents`)
    await expect(page.getByText(`This console reports to ${upstream.url} as edge-1.`)).toBeVisible()

    await page.goto('/settings/agents')
    await page
      .getByRole('row', { name: /edge-1/ })
      .getByRole('button', { name: 'edge-1' })
      .click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Delete agent edge-1' })
    await question.getByText('Also delete reported resources').click()
    await expect(question).toContainText('are deleted')
    await question.getByRole('button', { name: 'Delete agent' }).click()
    await expect(page.getByText('No agents yet')).toBeVisible()
    await page.goto(`${agent.url}/settings/agents`)
    await expect(page.getByText('Agent edge-1 was deleted.')).toBeVisible()
  } finally {
    await page.goto('about:blank')
    await agent?.stop('SIGKILL')
  }
})
