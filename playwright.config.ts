import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tests/setup/programs.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/playwright',
  globalSetup: './tests/fixtures/browser-setup.ts',
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/reports/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
