import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) })

test('does not load cloud SDKs unless a cloud is scraped', async () => {
  const { dependencies } = manifest.parse(JSON.parse(await readFile('package.json', 'utf8')))
  const sdks = Object.keys(dependencies).filter((name) =>
    /^@(aws-sdk|azure|googleapis|slack)\/|^google-auth/.test(name),
  )
  const loaded: string[] = []
  for (const name of sdks)
    vi.doMock(name, () => {
      loaded.push(name)
      return {}
    })
  vi.resetModules()
  await import('./scraper-kinds.ts')
  for (const name of sdks) vi.doUnmock(name)
  expect([sdks.length > 0, loaded]).toEqual([true, []])
})
