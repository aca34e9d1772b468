import { z } from 'zod'
import { toKubernetesState, type KubernetesState } from '#relay/backend/templates/functions/kubernetes-state.ts'

const names = z.record(z.string(), z.coerce.string()).nullish()

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

export const readManifestState = ({ kind, metadata, spec, status }: Manifest): KubernetesState =>
  toKubernetesState({ kind, isTerminating: metadata.deletionTimestamp !== undefined, spec, status })

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

export interface Origin {
  readonly source: string
  readonly cluster?: string | undefined
}

/** Undefined for a cluster-wide kind. Files may omit the default namespace, a cluster never does. */
export const findNamespace = ({ kind, metadata }: Manifest, cluster: string | undefined): string | undefined => {
  if (clusterWide.has(kind)) return undefined
  return cluster === undefined ? (metadata.namespace ?? 'default') : metadata.namespace
}

const builtIn = /^(apps|batch|autoscaling|policy|[\w.]+\.k8s\.io)$/

/** Includes the API group of a custom kind, which may share its name with a built-in kind. */
export const kindInNames = ({ kind, apiVersion = '' }: Manifest, cluster: string | undefined): string => {
  const [group, version] = apiVersion.split('/')
  return cluster === undefined || version === undefined || builtIn.test(group ?? '') ? kind : `${kind}.${group}`
}

interface Named {
  readonly kind: string
  readonly namespace: string | undefined
  readonly name: string
}

export const toObjectName = ({ kind, namespace, name }: Named, cluster: string | undefined): string =>
  [...(cluster === undefined ? [] : [cluster]), kind, clusterWide.has(kind) ? '-' : (namespace ?? '-'), name].join('/')
