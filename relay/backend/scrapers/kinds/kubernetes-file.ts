import { z } from 'zod'
import { textFormats } from '#relay/backend/clients/documents/read-documents.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { cloudClusterAccess } from '#relay/backend/clients/kubernetes/cloud-cluster.ts'
import { clusterAccess } from '#relay/backend/clients/kubernetes/kubeconfig.ts'
import { KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { filesIn } from '#relay/backend/scrapers/kinds/files-in.ts'
import type { Found, ScrapeContext, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { clusterSignIn } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { toManifestItem } from './kubernetes/manifest-item.ts'
import { filesInPods } from './kubernetes/pod-files-found.ts'
import { podSelector, type PodSelector } from './kubernetes/selected-pods.ts'

const path = z.string().min(1)
const spec = z
  .strictObject({
    ...clusterSignIn,
    selector: podSelector.optional(),
    container: z.string().min(1).optional(),
    files: z
      .array(
        z.strictObject({
          path: z.union([path.transform((one) => [one]), z.array(path).min(1)]),
          format: z.enum(textFormats).optional(),
        }),
      )
      .optional(),
  })
  .refine(({ files = [] }) => files.length > 0, { message: 'required', path: ['files'] })
type KubernetesFileSpec = z.infer<typeof spec>

const objectsIn = (document: unknown): readonly unknown[] =>
  isMap(document) && document['kind'] === 'List' && Array.isArray(document['items'])
    ? (document['items'] as unknown[])
    : [document]

async function* inPods(selector: PodSelector, spec: KubernetesFileSpec, context: ScrapeContext): AsyncGenerator<Found> {
  const { container, files = [] } = spec
  const api = new KubernetesApi((await cloudClusterAccess(spec, context)) ?? (await clusterAccess(spec, context)))
  const wanted = files.map(({ path: paths, format }) => ({ paths, format }))
  try {
    yield* filesInPods(api, { selector, container, files: wanted }, context.signal)
  } finally {
    await api.close()
  }
}

async function* onThisMachine({ files = [] }: KubernetesFileSpec, context: ScrapeContext): AsyncGenerator<Found> {
  for (const { path: paths, format } of files)
    for await (const found of filesIn({ paths }, context)) {
      const source = found.kind === 'error' ? '' : (found.known.source ?? '')
      if (found.kind === 'error') yield found
      else
        yield {
          ...found,
          format: format ?? found.format ?? 'yaml',
          known: { source },
          read: (document) => objectsIn(document).map((object) => toManifestItem(object, { source })),
        }
    }
}

/** With a selector, files in pods. Without, manifests in files of this machine. */
export const kubernetesFile: ScraperType<KubernetesFileSpec> = {
  key: 'kubernetesFile',
  spec,
  defaultType: 'Kubernetes::File',
  hidesItself: ['kubeconfig'],
  describeEndpoint: ({ files = [] }) => files.flatMap((each) => each.path).join(', '),
  scrape: (spec, context) =>
    spec.selector === undefined ? onThisMachine(spec, context) : inPods(spec.selector, spec, context),
}
