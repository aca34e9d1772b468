import { z } from 'zod'
import type { ItemLink, ItemReference } from '#relay/backend/catalog/scraped-item.ts'
import { toObjectName, findNamespace, toItemType, type Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'

const reference = z.looseObject({
  name: z.string().optional(),
  secretName: z.string().optional(),
  claimName: z.string().optional(),
})
const keyRefs = z.looseObject({
  valueFrom: z.looseObject({ configMapKeyRef: reference.optional(), secretKeyRef: reference.optional() }).optional(),
  configMapRef: reference.optional(),
  secretRef: reference.optional(),
})
const container = z.looseObject({ env: z.array(keyRefs).catch([]), envFrom: z.array(keyRefs).catch([]) })
const podSpec = z.looseObject({
  nodeName: z.string().optional(),
  serviceAccountName: z.string().optional(),
  containers: z.array(container).catch([]),
  initContainers: z.array(container).catch([]),
  volumes: z
    .array(
      z.looseObject({
        configMap: reference.optional(),
        secret: reference.optional(),
        persistentVolumeClaim: reference.optional(),
      }),
    )
    .catch([]),
})
type PodSpec = z.infer<typeof podSpec>
const labels = z.record(z.string(), z.string())
const backend = z.looseObject({ service: reference.optional() })

const specSchema = z.looseObject({
  template: z.looseObject({ spec: podSpec.optional() }).optional(),
  jobTemplate: z
    .looseObject({ spec: z.looseObject({ template: z.looseObject({ spec: podSpec.optional() }) }) })
    .optional(),
  selector: labels.optional().catch(undefined),
  scaleTargetRef: z.looseObject({ kind: z.string(), name: z.string() }).optional(),
  volumeName: z.string().optional(),
  storageClassName: z.string().optional().catch(undefined),
  ingressClassName: z.string().optional().catch(undefined),
  tls: z.array(reference).catch([]),
  defaultBackend: backend.optional().catch(undefined),
  rules: z
    .array(z.looseObject({ http: z.looseObject({ paths: z.array(z.looseObject({ backend })) }).optional() }))
    .catch([]),
})

type Named = [kind: string, name: string]
const named = (kind: string, name: string | undefined): Named[] => (name === undefined ? [] : [[kind, name]])
const related = (relation: string, to: ItemReference): ItemLink => ({ kind: 'related', relation, to })

const usedBy = ({ containers, initContainers, volumes, serviceAccountName }: PodSpec): Named[] => {
  const sources = [...containers, ...initContainers].flatMap(({ env, envFrom }) => env.concat(envFrom))
  return [
    ...named('ServiceAccount', serviceAccountName),
    ...sources.flatMap(({ valueFrom, configMapRef, secretRef }) =>
      named('ConfigMap', valueFrom?.configMapKeyRef?.name ?? configMapRef?.name).concat(
        named('Secret', valueFrom?.secretKeyRef?.name ?? secretRef?.name),
      ),
    ),
    ...volumes.flatMap(({ configMap, secret, persistentVolumeClaim }) => [
      ...named('ConfigMap', configMap?.name),
      ...named('Secret', secret?.secretName),
      ...named('PersistentVolumeClaim', persistentVolumeClaim?.claimName),
    ]),
  ]
}

export const toLinks = (manifest: Manifest, cluster: string | undefined): ItemLink[] => {
  const { kind, metadata } = manifest
  const namespace = findNamespace(manifest, cluster)
  const read = specSchema.safeParse(manifest.spec ?? {})
  const spec = read.success ? read.data : specSchema.parse({})
  const pods =
    kind === 'Pod'
      ? podSpec.safeParse(manifest.spec).data
      : (spec.template?.spec ?? spec.jobTemplate?.spec.template.spec)
  const to = (other: string, name: string): ItemReference => ({
    type: toItemType(other),
    id: toObjectName({ kind: other, namespace, name }, cluster),
  })
  const parents = (metadata.ownerReferences ?? []).map((owner): ItemLink => ({
    kind: 'parent',
    to: owner.uid === undefined ? to(owner.kind, owner.name) : { type: toItemType(owner.kind), id: owner.uid },
  }))
  const used = pods === undefined ? [] : usedBy(pods)
  const distinct = [...new Map(used.map(([other, name]) => [`${other}/${name}`, to(other, name)])).values()]
  return [
    ...parents,
    ...(namespace === undefined ? [] : [{ kind: 'parent', to: to('Namespace', namespace) } as const]),
    ...(pods?.nodeName === undefined ? [] : [related('runs on', to('Node', pods.nodeName))]),
    ...distinct.map((each) => related('uses', each)),
    ...(kind === 'Service' && spec.selector !== undefined && Object.keys(spec.selector).length > 0
      ? [
          related('selects', {
            type: toItemType('Pod'),
            namespace,
            labels: spec.selector,
            ...(cluster !== undefined && { tags: { cluster } }),
          }),
        ]
      : []),
    ...(spec.scaleTargetRef === undefined
      ? []
      : [related('scales', to(spec.scaleTargetRef.kind, spec.scaleTargetRef.name))]),
    ...named('PersistentVolume', kind === 'PersistentVolumeClaim' ? spec.volumeName : undefined).map((each) =>
      related('is bound to', to(...each)),
    ),
    ...named('StorageClass', spec.storageClassName).map((each) => related('uses', to(...each))),
    ...named('IngressClass', spec.ingressClassName).map((each) => related('uses', to(...each))),
    ...spec.tls.flatMap(({ secretName }) => named('Secret', secretName).map((each) => related('uses', to(...each)))),
    ...named('Service', spec.defaultBackend?.service?.name).map((each) => related('routes to', to(...each))),
    ...spec.rules.flatMap(({ http }) =>
      (http?.paths ?? []).flatMap((path) => {
        const name = path.backend.service?.name
        return name === undefined ? [] : [related('routes to', to('Service', name))]
      }),
    ),
  ]
}
