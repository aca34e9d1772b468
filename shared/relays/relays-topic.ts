import { z } from 'zod'
import { defineTopic } from '#shared/live/topic.ts'

export const fileDifferences = ['missing', 'only here', 'differs'] as const

export const relayStates = ['working', 'draining', 'drained', 'stopping', 'silent'] as const

export const relayRowSchema = z.object({
  id: z.string(),
  host: z.string(),
  address: z.string().nullable(),
  pid: z.number(),
  version: z.string(),
  startedAt: z.string(),
  seenAt: z.string(),
  state: z.enum(relayStates),
  /** Asked for by an administrator; without effect while no other relay takes the work. */
  isDrainRequested: z.boolean(),
  shards: z.number(),
  checks: z.number(),
  scrapers: z.number(),
  topologies: z.number(),
  jobs: z.number(),
  /** The longest delay of a check in the last minute. */
  lateMs: z.number(),
  /** Null before they were read. */
  files: z.number().nullable(),
  /** The first of those that are not the same on all relays. */
  differing: z.array(z.object({ file: z.string(), difference: z.enum(fileDifferences) })),
  differingCount: z.number(),
})
export type RelayRow = z.infer<typeof relayRowSchema>

/** The host, with the address where several relays run on it. */
export const nameRelay = (
  { host, address, pid }: Pick<RelayRow, 'host' | 'address' | 'pid'>,
  relays: readonly Pick<RelayRow, 'host'>[],
): string => (relays.filter((relay) => relay.host === host).length > 1 ? `${host} (${address ?? pid})` : host)

const otherPart = { missing: 'is missing', 'only here': 'is only here', differs: 'differs' }

export const describeDifference = ({ file, difference }: RelayRow['differing'][number]): string =>
  `${file} ${otherPart[difference]}`

export const countDiffering = (relays: readonly RelayRow[]): number =>
  relays.filter(({ differingCount }) => differingCount > 0).length

export const summarizeRelays = (relays: readonly RelayRow[]): string => {
  const count = `${relays.length} ${relays.length === 1 ? 'relay' : 'relays'}`
  return countDiffering(relays) === 0 ? count : `${count}, documents differ`
}

/** One line for each relay whose documents differ. */
export const reportDifferences = (relays: readonly RelayRow[]): string =>
  relays
    .filter(({ differingCount }) => differingCount > 0)
    .map((relay) => {
      const rest = relay.differingCount - relay.differing.length
      const files = [...relay.differing.map(describeDifference), ...(rest > 0 ? [`${rest} more`] : [])]
      return `${nameRelay(relay, relays)}: ${files.join(', ')}`
    })
    .join('\n')

export const relaysTopic = defineTopic<Record<string, never>, RelayRow>({
  name: 'settings.relays',
  params: z.strictObject({}),
  row: relayRowSchema,
  getKey: ({ id }) => id,
  resource: 'relays',
  shows: null,
  changedBy: [],
  pollEveryMs: 2_000,
  staleAfterMs: 15_000,
})
