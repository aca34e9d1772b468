import { basename } from 'node:path'
import { z } from 'zod'
import { filesIn } from '#relay/backend/scrapers/kinds/files-in.ts'
import { http } from '#relay/backend/scrapers/kinds/http.ts'
import type { Found, FoundText, ScrapeContext, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { gcsLocation, inGcs, inS3, s3Location } from './terraform/bucket-states.ts'
import { parseStateItems } from './terraform/state-items.ts'

const path = z.string().min(1)
const spec = z.strictObject({
  state: z
    .strictObject({
      local: z.union([path.transform((one) => [one]), z.array(path).min(1)]).optional(),
      http: http.spec.optional(),
      s3: s3Location.optional(),
      gcs: gcsLocation.optional(),
    })
    .refine(
      ({ local, http: web, s3, gcs }) => [local, web, s3, gcs].filter((source) => source !== undefined).length === 1,
      'needs exactly one of local, http, s3 and gcs',
    ),
})
type TerraformSpec = z.infer<typeof spec>

const toName = (location: string): string =>
  basename(location.replace(/[?#].*$/, '')).replace(/\.(tfstate|json)$/, '') || location

const asState = (found: FoundText): FoundText => {
  const { source } = found.known
  const sourceLabel = source ?? 'The state'
  return {
    ...found,
    format: 'json',
    known: { source },
    read: (document) => parseStateItems(document, { source: source ?? undefined, name: toName(sourceLabel) }),
  }
}

const readTexts = ({ local, http: web, s3, gcs }: TerraformSpec['state'], run: ScrapeContext): AsyncIterable<Found> => {
  if (web !== undefined) return http.scrape(web, run)
  if (s3 !== undefined) return inS3(s3, run)
  return gcs === undefined ? filesIn({ paths: local ?? [] }, run) : inGcs(gcs, run)
}

export const terraform: ScraperType<TerraformSpec> = {
  key: 'terraform',
  spec,
  defaultType: 'Terraform::State',
  describeEndpoint: ({ state: { local = [], http: web, s3, gcs } }) => {
    if (web !== undefined) return http.describeEndpoint(web)
    const location = s3 ?? gcs
    if (location === undefined) return local.join(', ')
    return [location.connection, location.bucket, location.objectPath].filter(Boolean).join(' ')
  },
  async *scrape({ state }, run) {
    for await (const found of readTexts(state, run)) yield found.kind === 'text' ? asState(found) : found
  },
}
