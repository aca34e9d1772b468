import { z } from 'zod'
import { filesIn } from '#relay/backend/scrapers/kinds/files-in.ts'
import type { ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'

const path = z
  .string()
  .min(1)
  .refine((text) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(text), 'is a URL; only local files are supported')
const spec = z.strictObject({
  paths: z.union([path.transform((one) => [one]), z.array(path).min(1)]),
  ignore: z.array(z.string().min(1)).optional(),
})
type FileSpec = z.infer<typeof spec>

export const file: ScraperType<FileSpec> = {
  key: 'file',
  spec,
  defaultType: 'File',
  describeEndpoint: ({ paths }) => paths.join(', '),
  scrape: filesIn,
}
