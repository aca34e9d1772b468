import { z } from 'zod'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { ReplicatedState } from '#relay/live/feeds/feed-replication.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

const changeSchema = z.object({
  kind: z.literal('changed'),
  epoch: z.string(),
  from: z.number(),
  version: z.number(),
  observedAtMs: z.number(),
  put: z.array(z.unknown()),
  drop: z.array(z.string()),
})

export const replicationMessageSchema = z.intersection(
  z.object({ by: z.string() }),
  z.discriminatedUnion('kind', [
    changeSchema,
    z.object({ kind: z.literal('initialised') }),
    z.object({ kind: z.literal('left') }),
    z.object({ kind: z.literal('watched') }),
    z.object({ kind: z.literal('observed'), atMs: z.number() }),
    z.object({
      kind: z.literal('failed'),
      sinceMs: z.number(),
      reason: z.string(),
      isDenied: z.literal(true).optional(),
    }),
    z.object({ kind: z.literal('hint'), isUrgent: z.boolean().optional() }),
    z.object({ kind: z.literal('refreshNow') }),
  ]),
)
export type ReplicationMessage = z.infer<typeof replicationMessageSchema>

const stateSchema = z.object({
  epoch: z.string(),
  version: z.number(),
  observedAtMs: z.number(),
  rows: z.array(z.tuple([z.unknown(), z.number()])),
  dropped: z.array(z.tuple([z.string(), z.number()])),
  oldestKnown: z.number(),
  holes: z.array(z.object({ after: z.number(), before: z.number() })),
})

export const packState = async (state: ReplicatedState): Promise<string> => {
  const packed = await compress(JSON.stringify(state), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  return packed.toString('base64')
}

export const unpackState = async (packed: string): Promise<ReplicatedState> =>
  stateSchema.parse(JSON.parse((await decompress(Buffer.from(packed, 'base64'))).toString()))
