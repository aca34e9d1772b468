import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import { lookup, type LinkRule } from '#relay/backend/scrapers/transform/transform-spec.ts'
import { cloudClusterSignIn } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { annotationPrefix } from './manifest-tags.ts'
import { envVar } from '#relay/backend/clients/run/fields.ts'
import type { ApiResource } from '#relay/backend/clients/kubernetes/api-resources.ts'
import type { ListedObjects } from '#relay/backend/clients/kubernetes/list-objects.ts'
import type { Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'
import { durationText } from '#relay/backend/scrapers/kinds/audit-events.ts'

const text = z.string().min(1)
const texts = z.array(text).default([])
const labels = z.record(z.string(), z.string()).default({})
const exclusionFields = z.strictObject({
  kind: texts,
  name: texts,
  namespace: texts,
  labels,
  annotations: labels,
})
/** Older documents use a list of kinds. */
const exclusions = z.union([z.array(text).transform((kind) => exclusionFields.parse({ kind })), exclusionFields], {
  error: 'must have name, kind, namespace, labels or annotations',
})
const eventExclusions = z.strictObject({ name: texts, namespace: texts, reason: texts })
const event = z.strictObject({
  /** Older documents use a list of reasons. */
  exclusions: z
    .union([z.array(text).transform((reason) => eventExclusions.parse({ reason })), eventExclusions])
    .optional(),
  severityKeywords: z.strictObject({ warn: texts, error: texts }).optional(),
})

const relationship = z.strictObject({ kind: lookup, name: lookup, namespace: lookup.optional() })

export const kubernetesSpec = z.strictObject({
  ...cloudClusterSignIn,
  relationships: z.array(relationship).optional(),
  clusterName: text,
  kubeconfig: envVar.optional(),
  kubeconfigFile: text.optional(),
  connection: text.optional(),
  namespace: z.string().optional(),
  scope: z
    .union([z.literal('namespace'), z.literal('cluster'), z.literal('')], {
      error: 'must be namespace or cluster, or empty for both',
    })
    .optional(),
  selector: z.string().optional(),
  fieldSelector: z.string().optional(),
  since: durationText.optional(),
  maxInflight: z.number().int().min(1).max(1_000).default(64),
  /** As forms write it. */
  maxInFlight: z.number().int().min(1).max(1_000).optional(),
  allowIncomplete: booleanField.optional(),
  useCache: booleanField.optional(),
  watch: z.array(z.strictObject({ apiVersion: text, kind: text })).optional(),
  event: event.optional(),
  exclusions: exclusions.optional(),
})

export type KubernetesSpec = z.infer<typeof kubernetesSpec>

/** Events follow the objects that they refer to, and the selectors do not apply to them. */
export const toListedObjects = (
  { namespace, selector, fieldSelector }: KubernetesSpec,
  { kind }: ApiResource,
): ListedObjects => (kind === 'Event' ? { namespace } : { namespace, selector, fieldSelector })

export const toLinkRules = ({ relationships = [] }: KubernetesSpec): LinkRule[] =>
  relationships.map(({ kind, name, namespace }) => ({ kind, name, namespace }))

/** These change every few seconds or repeat other objects. */
const neverItems = new Set(['ComponentStatus', 'Endpoints', 'EndpointSlice', 'Event', 'Lease'])

const matchesAny = (patterns: readonly string[], value: string): boolean =>
  patterns.some((pattern) => matchesGlob(pattern, value))
const hasAny = (
  excluded: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>> | null | undefined,
) =>
  Object.entries(excluded).some(([name, pattern]) => {
    const value = values?.[name]
    return value !== undefined && matchesGlob(pattern, value)
  })

export const isWantedKind = (
  { exclusions: without, scope, namespace }: KubernetesSpec,
  resource: ApiResource,
): boolean => {
  if (neverItems.has(resource.kind) || matchesAny(without?.kind ?? [], resource.kind)) return false
  if (scope === 'namespace') return resource.isNamespaced
  if (scope === 'cluster') return !resource.isNamespaced
  return resource.isNamespaced || (namespace ?? '') === ''
}

const isIgnored = ({ annotations }: Manifest['metadata']): boolean =>
  annotations?.[`${annotationPrefix}ignore`] === 'true'

export const isExcludedOwner = (
  { exclusions: without }: KubernetesSpec,
  { kind, name }: { readonly kind: string; readonly name: string },
  namespace: string | undefined,
): boolean =>
  without !== undefined &&
  (matchesAny(without.kind, kind) ||
    matchesAny(without.name, name) ||
    (namespace !== undefined && matchesAny(without.namespace, namespace)))

export const isWanted = ({ exclusions: without }: KubernetesSpec, { metadata }: Manifest): boolean =>
  !isIgnored(metadata) &&
  (without === undefined ||
    !(
      matchesAny(without.name, metadata.name) ||
      (metadata.namespace !== undefined && matchesAny(without.namespace, metadata.namespace)) ||
      hasAny(without.labels, metadata.labels) ||
      hasAny(without.annotations, metadata.annotations)
    ))

export const isWatched = ({ watch }: KubernetesSpec, { group, version, kind, canWatch }: ApiResource): boolean =>
  canWatch &&
  (watch === undefined ||
    watch.some((each) => each.kind === kind && each.apiVersion === (group === '' ? version : `${group}/${version}`)))
