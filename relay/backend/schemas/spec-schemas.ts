import { z } from 'zod'
import { allResourceKinds, type ResourceTable } from '#shared/resources/resource-kinds.ts'
import { checkBaseSchema } from '#relay/backend/checks/spec/check-base.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { scraperBaseSchema } from '#relay/backend/scrapers/scraper-base.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { kindSpecs } from './kind-specs.ts'

interface Kind {
  readonly key: string
  readonly spec: z.ZodType
}

const withEntries = (top: z.ZodObject, base: z.ZodType, kinds: readonly Kind[]): z.ZodType =>
  z.looseObject({
    ...top.shape,
    ...Object.fromEntries(
      kinds.map(({ key, spec }) => {
        const entry = z.intersection(base, spec)
        return [key, z.union([z.array(entry), entry])]
      }),
    ),
  })

/** Every value of a connection is stored as text. */
const textTree: z.ZodType = z.lazy(() => z.union([z.string(), z.record(z.string(), textTree), z.array(textTree)]))

const toSpecSchema = (table: ResourceTable): z.ZodType => {
  const { schema } = kindSpecs[table]
  if (table === 'canaries') return withEntries(schema, checkBaseSchema, checkKinds)
  if (table === 'config_scrapers') return withEntries(schema, scraperBaseSchema, scraperKinds.here)
  return table === 'connections' ? textTree : schema
}

/** All kinds of documents, with the types of fields by which numbers of a document are read as texts. */
export const specSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  allResourceKinds.map(({ kind, table }) => [kind, toSpecSchema(table)]),
)
