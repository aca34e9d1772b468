import { defineConfig } from '@playwright/test'
import { delaySeed } from './tests/fixtures/delay-responses.ts'
import { chromiumPath } from './tests/setup/programs.ts'

const slowMotionMs = Number(process.env['BROWSER_TESTS_SLOW_MOTION_MS'] ?? 0)
const isDelayed = delaySeed !== undefined || slowMotionMs > 0

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/playwright',
  globalSetup: './tests/fixtures/browser-setup.ts',
  workers: isDelayed ? 5 : 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: isDelayed ? 0 : 1,
  timeout: isDelayed ? 600_000 : 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/reports/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      slowMo: slowMotionMs,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Otherwise pages are drawn by WebGL in software, for a sixth of the processor time of all tests.
        '--disable-software-rasterizer',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
