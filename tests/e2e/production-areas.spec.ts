import { areaPages } from '#tests/fixtures/area-pages.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { fuzzResponses } from '#tests/fixtures/fuzz-responses.ts'
import { goInApp } from '#tests/fixtures/go-in-app.ts'
import { startAreasBackend, type AreasBackend } from '#tests/fixtures/replay-areas.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

const test = base.extend<{ backend: AreasBackend }>({
  backend: oncePerWorker(startAreasBackend, (backend) => backend.stop()),
  relayOptions: ({ backend }, provide) => provide({ env: { BACKEND_URL: backend.url } }),
})
// The recorded backend has no log hub.
test.use({ expectedConsole: [/status of 500/] })

const crashTitle = 'Sorry.. there was an error'
const failureText =
  /Could not load|cannot be reached|is unreachable|(?:responded|fail) with status|returned error|sent an unknown response|Unexpected response format|You do not have permission|crashed|page stopped|Cannot show|Invalid time/

test('every page shows the recorded data and requests nothing that production lacks', async ({ page, backend }) => {
  test.slow()
  await page.goto('/docs')
  for (const [name, { address, shows, lacks = [] }] of Object.entries(areaPages))
    await test.step(name, async () => {
      await goInApp(page, address)
      for (const text of shows) await expect.soft(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
      for (const text of lacks) await expect.soft(page.getByText(text)).toHaveCount(0)
      await expect.soft(page.getByText(failureText)).toHaveCount(0)
    })
  expect(backend.unknown).toEqual([])
  // Only this request tells if the backend has accounts.
  expect(backend.unsupported).toEqual(['GET /db/identities?select=id,traits,state,state_changed_at,created_at'])
})

test.describe('with invalid values in every response', () => {
  test.use({ expectedConsole: [/the server responded with a status of|unreadable rows/] })

  test('no page crashes', async ({ page, backend }) => {
    test.slow()
    const seed = Number(process.env['FUZZ_SEED'] ?? 1)
    backend.mutateWith(fuzzResponses(seed))
    await page.goto('/docs')
    for (const [name, { address }] of Object.entries(areaPages))
      await test.step(name, async () => {
        await goInApp(page, address)
        await expect(page.getByRole('main')).toBeVisible()
        await expect(page.getByLabel(/^Loading/)).toHaveCount(0)
        await expect.soft(page.getByRole('heading', { name: crashTitle })).toHaveCount(0)
      })
    backend.mutateWith((_line, body) => body)
  })
})
