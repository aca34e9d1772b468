import { z } from 'zod'
import type { ConnectionBlock } from './connection-block.ts'
import { connectionBlocks } from './connection-blocks.ts'
import { sourcedTextSchema } from './sourced-text.ts'

const toFields = (fields: ConnectionBlock['fields']) =>
  z.strictObject(
    Object.fromEntries(
      [...Object.keys(fields), ...Object.values(fields).map((at) => at.replace(/^properties\./, ''))].map((name) => [
        name,
        sourcedTextSchema,
      ]),
    ),
  )

const headersSchema = z.union([z.array(sourcedTextSchema), z.record(z.string(), sourcedTextSchema)]).nullish()

const toBlock = ({ fields, nested, headers }: ConnectionBlock) =>
  z
    .strictObject({
      ...toFields(fields).shape,
      ...(headers !== undefined && { [headers.field]: headersSchema }),
      ...Object.fromEntries(Object.entries(nested).map(([name, part]) => [name, toFields(part).nullish()])),
    })
    .nullish()

const properties = z.record(z.string(), sourcedTextSchema).nullish()

/** Generated from the blocks that the reader of connections uses. */
export const connectionSpecSchema = z.strictObject({
  ...Object.fromEntries(connectionBlocks.flatMap((block) => block.keys.map((key) => [key, toBlock(block)]))),
  properties,
  type: z.string().optional(),
  url: sourcedTextSchema,
  username: sourcedTextSchema,
  password: sourcedTextSchema,
  certificate: sourcedTextSchema,
  port: sourcedTextSchema,
  insecure_tls: z.boolean().nullish(),
  insecureTLS: z.boolean().nullish(),
})
