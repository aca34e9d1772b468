import { z } from 'zod'
import { textFormats } from '#relay/backend/clients/documents/read-documents.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { filesIn } from '#relay/backend/scrapers/kinds/files-in.ts'
import type { ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { cloudClusterSignIn } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { toManifestItem } from './kubernetes/manifest-item.ts'

const path = z.string().min(1)
const spec = z
  .strictObject({
    ...cloudClusterSignIn,
    connection: z.string().optional(),
    selector: z.looseObject({}).optional(),
    container: z.string().optional(),
    kubeconfig: z.unknown().optional(),
    files: z
      .array(
        z.strictObject({
          path: z.union([path.transform((one) => [one]), z.array(path).min(1)]),
          format: z.enum(textFormats).optional(),
        }),
      )
      .optional(),
  })
  .refine(({ selector, files = [] }) => selector !== undefined || files.length > 0, {
    message: 'required',
    path: ['files'],
  })
type KubernetesFileSpec = z.infer<typeof spec>

const objectsIn = (document: unknown): readonly unknown[] =>
  isMap(document) && document['kind'] === 'List' && Array.isArray(document['items'])
    ? (document['items'] as unknown[])
    : [document]

export const kubernetesFile: ScraperType<KubernetesFileSpec> = {
  key: 'kubernetesFile',
  spec,
  defaultType: 'Kubernetes::File',
  describeEndpoint: ({ files = [] }) => files.flatMap((each) => each.path).join(', '),
  async *scrape({ selector, files = [] }, context) {
    if (selector !== undefined)
      throw new Error('Files in pods are not supported: the console does not run commands in pods')
    for (const { path: paths, format } of files) {
      for await (const found of filesIn({ paths }, context)) {
        if (found.kind === 'error') yield found
        else {
          const source = found.known.source ?? ''
          yield {
            ...found,
            format: format ?? found.format ?? 'yaml',
            known: { source },
            read: (document) => objectsIn(document).map((object) => toManifestItem(object, { source })),
          }
        }
      }
    }
  },
}
