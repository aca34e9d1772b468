import { z } from 'zod'
import type { ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { accounts } from './system/accounts.ts'
import { cronJobs } from './system/cron-jobs.ts'
import { host, thisMachine } from './system/host.ts'
import { listeners } from './system/listeners.ts'
import type { MachinePart } from './system/machine.ts'
import { network } from './system/network.ts'
import { packages } from './system/packages.ts'
import { services } from './system/services.ts'
import { storage } from './system/storage.ts'

const parts = { host, accounts, listeners, network, storage, services, cronJobs, packages } as const satisfies Record<
  string,
  MachinePart
>
const partNames = Object.keys(parts) as (keyof typeof parts)[]

const spec = z.strictObject({ exclude: z.array(z.enum(partNames)).optional() })
type SystemSpec = z.infer<typeof spec>

export const system: ScraperType<SystemSpec> = {
  key: 'system',
  spec,
  defaultType: 'System',
  describeEndpoint: () => 'This machine',
  async *scrape({ exclude = [] }, { signal }) {
    const machine = await thisMachine(signal)
    for (const name of partNames) {
      if (exclude.includes(name)) continue
      signal.throwIfAborted()
      yield* await parts[name](machine)
    }
  },
}
