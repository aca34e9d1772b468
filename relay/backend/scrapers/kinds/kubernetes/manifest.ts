import { z } from 'zod'

const names = z.record(z.string(), z.coerce.string()).nullish()

/** An object as Kubernetes writes it, as far as every kind of them goes. */
export const manifestSchema = z.looseObject({
  apiVersion: z.string().optional(),
  kind: z.string().min(1),
  metadata: z.looseObject({
    name: z.string().min(1),
    namespace: z.string().optional(),
    uid: z.string().optional(),
    labels: names,
    annotations: names,
    creationTimestamp: z.string().nullish(),
    ownerReferences: z
      .array(z.looseObject({ kind: z.string(), name: z.string(), uid: z.string().optional() }))
      .optional(),
  }),
  spec: z.unknown().optional(),
  status: z.unknown().optional(),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Kinds that belong to no namespace. */
const clusterWide = new Set([
  'ClusterRole',
  'ClusterRoleBinding',
  'CustomResourceDefinition',
  'IngressClass',
  'Namespace',
  'Node',
  'PersistentVolume',
  'PriorityClass',
  'StorageClass',
])

export const typeOf = (kind: string): string => `Kubernetes::${kind}`

/** The namespace that an object is in; undefined where its kind belongs to none. */
export const namespaceOf = ({ kind, metadata }: Manifest): string | undefined =>
  clusterWide.has(kind) ? undefined : (metadata.namespace ?? 'default')

/** What an object is called by others, who name its kind and namespace and not its uid. */
export const nameOf = (kind: string, namespace: string | undefined, name: string): string =>
  [kind, clusterWide.has(kind) ? '-' : (namespace ?? '-'), name].join('/')
