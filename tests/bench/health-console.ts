import { chromium, type Browser, type Page } from '@playwright/test'
import { check } from '#tests/fixtures/health-rows.ts'
import { startRelay } from '#tests/fixtures/relay.ts'
import { startSummaryBackend, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'
import { chromiumPath } from '#tests/setup/programs.ts'

const perCanary = 20

const manyChecks = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    check(i, {
      name: `check ${i}`,
      canary_name: `canary ${Math.floor(i / perCanary)}`,
      namespace: `namespace ${i % 8}`,
      labels: { team: `team-${i % 11}`, env: i % 3 === 0 ? 'staging' : 'production' },
      ...(i % 100 === 0 && { status: 'unhealthy', message: 'expected 200, got 503' }),
    }),
  )

export interface Console {
  readonly backend: SummaryBackend
  readonly browser: Browser
  readonly newPage: () => Promise<Page>
  readonly url: string
}

export const withConsole = async <T>(
  { checkCount }: { readonly checkCount: number },
  measure: (console: Console) => Promise<T>,
): Promise<T> => {
  const backend = await startSummaryBackend()
  backend.checks = manyChecks(checkCount)
  backend.more = ({ pathname }) => (pathname === '/properties' ? { body: [] } : undefined)
  const relay = await startRelay({ env: { BACKEND_URL: backend.url } })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  const newPage = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(() =>
      localStorage.setItem('quarterdeck.health', JSON.stringify({ state: { hidePassing: false }, version: 0 })),
    )
    return page
  }
  try {
    return await measure({ backend, browser, newPage, url: `${relay.url}/health` })
  } finally {
    await browser.close()
    await relay.stop()
    await backend.stop()
  }
}

export const rowsShown = (page: Page) => page.locator('.check-name').first().waitFor()
