import type { Page } from '@playwright/test'
import { certificateFor } from '#relay/testing/certificate.ts'
import { startHttp, startHttps, startTcp, type TestServer } from '#relay/testing/servers.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { getRow, showPassing } from '#tests/fixtures/health-console.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

const oddLabel = { key: 'a/b.c-d_e%20=&"\'<i>', value: '☃ 100% = "yes", {no}: <b>a&b</b> \\ ||||____' }

interface BadTargets {
  readonly servers: readonly TestServer[]
  readonly documents: Record<string, string>
}

const authority = certificateFor({ names: ['authority'] })
const expired = certificateFor({ issuer: authority, from: new Date('2019-01-01'), to: new Date('2020-01-02') })

const canary = (name: string, spec: object, labels: Record<string, string> = {}) =>
  JSON.stringify({
    kind: 'Canary',
    metadata: { name, namespace: 'bad-input', labels },
    spec: { schedule: '@every 5s', ...spec },
  })

/** 100 MB, streamed as long as the client reads. */
const endless = (): Promise<TestServer> => {
  const piece = Buffer.alloc(256 * 1024, 'x')
  return startHttp((_, response) => {
    let left = 400
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1
        if (!response.write(piece)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
}

const at = ({ port }: TestServer) => `http://127.0.0.1:${port}/`

const test = base.extend<{ bad: BadTargets }>({
  bad: oncePerWorker(
    async () => {
      const [silent, huge, tls, well] = await Promise.all([
        startTcp(() => undefined),
        endless(),
        startHttps(expired, (_, response) => response.end('late')),
        startHttp((_, response) => response.end('open')),
      ])
      const trust = { ca: { value: authority.cert } }
      return {
        servers: [silent, huge, tls, well],
        documents: {
          'broken.yaml': 'kind: Canary\nmetadata:\n  name: [unclosed\n',
          'kinds.yaml': canary('kinds', { htttp: [{ name: 'misspelt', url: at(well) }] }),
          'cron.yaml': canary('cron', { schedule: '61 * * * *', http: [{ name: 'never due', url: at(well) }] }),
          'targets.yaml': canary('targets', {
            http: [
              { name: 'hangs', url: at(silent) },
              { name: 'endless page', url: at(huge), responseContent: 'the end' },
              { name: 'expired certificate', url: `https://localhost:${tls.port}/`, tlsConfig: trust },
            ],
          }),
          'well.yaml': canary(
            'well',
            { http: [{ name: 'still well', url: at(well) }] },
            { [oddLabel.key]: oddLabel.value },
          ),
        },
      }
    },
    ({ servers }) => Promise.all(servers.map((server) => server.close())),
  ),
  relayOptions: ({ bad }, provide) => provide({ resources: bad.documents }),
})

const opened = async (page: Page, name: string) => {
  await page.getByRole('link', { name, exact: true }).click()
  return page.getByRole('complementary', { name })
}

test('lists rejected documents above the checks, with file, line, reason and text', async ({ page }) => {
  await page.goto('/health')
  const strip = page.getByRole('region', { name: 'Rejected documents' })
  await expect(strip).toContainText('2 documents rejected')
  await expect(strip).toContainText(/broken\.yaml:\d+/)
  await expect(strip).toContainText(/Invalid YAML: /)
  await expect(strip).toContainText(/cron\.yaml:1.*61 \* \* \* \*/)
  await expect(page.getByRole('link', { name: 'never due', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'broken.yaml', exact: true })).toHaveCount(0)
  await strip.getByRole('button', { name: /^Open broken\.yaml at line \d+$/ }).click()
  const file = page.getByRole('dialog', { name: /^broken\.yaml, line \d+$/ })
  await expect(file.getByRole('textbox', { name: 'broken.yaml' })).toContainText('[unclosed')
  await file.getByRole('button', { name: 'Close' }).click()
  await page.goto('/settings')
  await expect(strip).toContainText('2 documents rejected')
})

test('shows an invalid check in its row, with file, line and reason', async ({ page }) => {
  await page.goto('/health')
  await expect(await opened(page, 'misspelt')).toContainText(
    /kinds\.yaml:1:\d+: Unknown check type "htttp". Is "http" meant\?/,
  )
})

test('shows a target failure in its row without affecting others', async ({ page }) => {
  await showPassing(page)
  await page.goto('/health')
  await expect(await opened(page, 'hangs')).toContainText(/No response within/)
  await expect(await opened(page, 'endless page')).toContainText('characters of the body do not contain "the end".')
  await expect(await opened(page, 'expired certificate')).toContainText('The TLS certificate expired on 2020-01-02.')
  await expect(getRow(page, 'still well').getByRole('img', { name: 'healthy', exact: true })).toBeVisible()
})

test('shows and filters a label with special characters as written', async ({ page }) => {
  await showPassing(page)
  await page.goto('/health')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByText(oddLabel.value, { exact: true }).click()
  await expect(page.getByText('1 check', { exact: true })).toBeVisible()
  await expect(getRow(page, 'still well')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 check', { exact: true })).toBeVisible()
  await expect(await opened(page, 'still well')).toBeVisible()
})
