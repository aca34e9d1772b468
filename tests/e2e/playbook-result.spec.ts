import { violations } from '#tests/fixtures/violations.ts'
import { expect, test } from '#tests/fixtures/browser.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'

const reports = ['summary.md', 'coverage.json', 'access-log-of-the-edge.txt', 'certificates.pem', 'routes-before.yaml']
const more = ['routes-after.yaml', 'timings.csv', 'environment-of-the-step.txt']
const files = [...reports, ...more]

const reporting = `  title: Report on the edge
  category: Edge
  actions:
    - name: report
      exec:
        script: for f in ${files.join(' ')}; do echo $f > $f; done; echo written; echo warned >&2; exit 3
        artifacts: [${files.map((path) => `{ path: ${path} }`).join(', ')}]
`

test.use({ relayOptions: { resources: { 'report.yaml': playbookDocument('report', reporting) } } })

test('every tab of a result is visible and opens, on desktop, wall and phone', async ({ page }) => {
  await page.goto('/playbooks')
  await page.getByRole('button', { name: 'Run Report on the edge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run playbook' }).click()
  await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/)
  const tabs = page.getByRole('tablist', { name: 'Output and result' }).getByRole('tab')
  await expect(tabs).toHaveText(['All', 'stdout', 'stderr', 'Script', 'Program', 'Exit code', ...files])
  expect(await violations(page)).toEqual([])
  for (const width of [1440, 1920, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const tab of await tabs.all()) {
      await expect(tab).toBeInViewport({ ratio: 1 })
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
    }
  }
})

test('a late preview of a run moves no button of the dialog', async ({ page }) => {
  const release = await holdRequests(page, /\/api\/.*preflight/)
  await page.goto('/playbooks')
  await page.getByRole('button', { name: 'Run Report on the edge' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Loading preview…')).toBeVisible()
  const before = await dialog.getByRole('button', { name: 'Run playbook' }).boundingBox()
  release()
  await expect(dialog.getByText('Last five runs')).toBeVisible()
  expect(await dialog.getByRole('button', { name: 'Run playbook' }).boundingBox()).toEqual(before)
})
