import { z } from 'zod'
import { expect, test } from '#tests/fixtures/browser.ts'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'
import { getLine, getLog } from '#tests/fixtures/run-page.ts'

const restart = `  title: Restart the agent
  parameters:
    - { name: host, label: Host }
  actions:
    - name: prepare
      exec: { script: echo prepared }
    - name: connect
      exec:
        script: |
          echo "connecting to $(.params.host)"
          if [ "$(.params.host)" = up ]; then exit 0; fi
          echo "debug1: reading the configuration" >&2
          echo "connect to host down port 22: Connection timed out" >&2
          exit 7
`

const vacuum = `  title: Vacuum the tables
  actions:
    - name: vacuum
      exec: { script: 'printf "start\\n10 of 60"; sleep 0.5; printf "\\r20 of 60"; sleep 600' }
`

test.use({
  relayOptions: {
    resources: {
      'restart.yaml': playbookDocument('restart', restart),
      'vacuum.yaml': playbookDocument('vacuum', vacuum),
    },
  },
})

test('a line that has not ended is shown live, and a carriage return overwrites it', async ({ page }) => {
  const [playbook] = z
    .array(z.object({ id: z.string() }))
    .parse(await (await page.request.get('/api/db/playbooks?select=id&name=eq.vacuum')).json())
  const response = await page.request.post('/api/playbook/run', { data: { id: playbook?.id, params: {} } })
  const id = z.object({ run_id: z.string() }).parse(await response.json()).run_id
  await page.goto(`/playbooks/runs/${id}`)
  await expect(getLine(page, 2).locator('.log-text')).toHaveText('20 of 60')
  await expect(page.getByText('Running for')).toBeVisible()
  await page.request.post(`/api/playbook/run/cancel/${id}`)
  await expect(page.getByText('2 lines, complete')).toBeVisible()
  await expect(getLine(page, 2).locator('.log-text')).toHaveText('20 of 60')
})

test('a failed run leads with its cause and compares itself with the last successful run', async ({ page }) => {
  const [playbook] = z
    .array(z.object({ id: z.string() }))
    .parse(await (await page.request.get('/api/db/playbooks?select=id&name=eq.restart')).json())
  const start = async (host: string) => {
    const response = await page.request.post('/api/playbook/run', { data: { id: playbook?.id, params: { host } } })
    await page.goto(`/playbooks/runs/${z.object({ run_id: z.string() }).parse(await response.json()).run_id}`)
  }
  await start('up')
  await expect(page.getByText(/^Completed in/)).toBeVisible()
  await start('down')
  await expect(page.getByText(/^Failed at connect after/)).toBeVisible()

  await test.step('the banner names the step and shows the last line of stderr', async () => {
    const banner = page.getByRole('alert')
    await expect(banner).toContainText('connect failed: Exit code 7.')
    await expect(banner).toContainText('connect to host down port 22: Connection timed out')
    await banner.getByRole('link', { name: 'Line 3' }).click()
    await expect(page).toHaveURL(/#L3$/)
    await expect(getLine(page, 3)).toHaveAttribute('data-linked', '')
  })

  await test.step('the log has a search, times and a download', async () => {
    await page.getByRole('searchbox', { name: 'Search the whole log' }).fill('debug1')
    await expect(page.getByText('1 of 1')).toBeVisible()
    await expect(getLog(page).locator('.log-time').first()).toBeVisible()
    await page.getByRole('button', { name: 'Show times' }).click()
    await expect(getLog(page).locator('.log-time')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show times' }).click()
    await expect(page.getByRole('link', { name: 'Download log' })).toBeVisible()
  })

  await test.step('earlier runs tell the usual duration and what differs', async () => {
    await expect(page.getByText(/^usually [\d.]+ m?s$/)).toBeVisible()
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page).toHaveURL(/compare=/)
    const comparison = page.getByRole('region', { name: 'Comparison with the last successful run' })
    await expect(comparison.getByRole('row', { name: 'Host up down' })).toBeVisible()
    await expect(comparison.getByRole('row', { name: /^connect [\d.]+ m?s [\d.]+ m?s$/ })).toBeVisible()
    await expect(comparison.getByRole('region', { name: 'Output of connect' })).toContainText('- connecting to up')
    await expect(comparison.getByRole('region', { name: 'Output of connect' })).toContainText('+ connecting to down')
    await comparison.getByRole('button', { name: 'Close comparison' }).click()
    await expect(getLog(page)).toBeVisible()
  })
})
