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
    deletionTimestamp: z.string().optional(),
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

export const toItemType = (kind: string): string => `Kubernetes::${kind}`

/** Where an object was found: in a file, or in a cluster, whose name tells it from its like in other clusters. */
export interface Origin {
  readonly source: string
  readonly cluster?: string | undefined
}

/**
 * The namespace that an object is in; undefined where its kind belongs to none. A cluster says it of every object, while files leave
 * the usual one out.
 */
export const findNamespace = ({ kind, metadata }: Manifest, cluster: string | undefined): string | undefined => {
  if (clusterWide.has(kind)) return undefined
  return cluster === undefined ? (metadata.namespace ?? 'default') : metadata.namespace
}

const builtIn = /^(apps|batch|autoscaling|policy|[\w.]+\.k8s\.io)$/

/** The kind as names have it: with its group where the cluster got it from somebody else, who may call it like one of its own. */
export const kindInNames = ({ kind, apiVersion = '' }: Manifest, cluster: string | undefined): string => {
  const [group, version] = apiVersion.split('/')
  return cluster === undefined || version === undefined || builtIn.test(group ?? '') ? kind : `${kind}.${group}`
}

interface Named {
  readonly kind: string
  readonly namespace: string | undefined
  readonly name: string
}

/** What an object is called by others, who name its kind and namespace and not its uid. */
export const toObjectName = ({ kind, namespace, name }: Named, cluster: string | undefined): string =>
  [...(cluster === undefined ? [] : [cluster]), kind, clusterWide.has(kind) ? '-' : (namespace ?? '-'), name].join('/')
