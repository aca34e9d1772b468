import { z } from 'zod'
import { listNames } from '#shared/primitives/list-names.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { findResource, type ApiResource } from '#relay/backend/clients/kubernetes/api-resources.ts'
import { isRejection, type KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { listObjects } from '#relay/backend/clients/kubernetes/list-objects.ts'
import { manifestSchema, readManifestState, type Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'
import { clusterSignIn, withCluster } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { isKubernetesReady } from '#relay/backend/templates/functions/resource-functions.ts'
import { needsCluster } from './needs-cluster.ts'
import { formatObjectName, toObjectResult } from './object-result.ts'

const objectsMax = 1_000
const shownMax = 3

const text = z.string().min(1)
const selector = z.strictObject({
  name: text.optional(),
  namespace: text.optional(),
  labelSelector: text.optional(),
  fieldSelector: text.optional(),
  search: unavailable('objects of a cluster are selected by name, labelSelector or fieldSelector').optional(),
})
type Selector = z.infer<typeof selector>

const spec = z.strictObject({
  ...clusterSignIn,
  kind: text,
  apiVersion: text.optional(),
  resource: selector.optional(),
  namespaceSelector: selector.optional(),
  ignore: z.array(text).optional(),
  healthy: z.boolean().optional(),
  ready: z.boolean().optional(),
})
type KubernetesSpec = z.infer<typeof spec>

const patterns = (list: string | undefined): readonly string[] =>
  (list ?? '').split(',').flatMap((pattern) => pattern.trim() || [])

const isPattern = (name: string): boolean => /[*!]/.test(name)

const isNamed = (list: readonly string[], name: string): boolean => list.some((pattern) => matchesGlob(pattern, name))

const listNamed = async (
  api: KubernetesApi,
  resource: ApiResource,
  { name, namespace, labelSelector, fieldSelector }: Selector,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly Manifest[]> => {
  const names = patterns(name)
  const found: Manifest[] = []
  const listed = { namespace, selector: labelSelector, fieldSelector }
  for await (const { objects } of listObjects(api, resource, listed, signal)) {
    const manifests = objects.map((object) => manifestSchema.parse(object))
    found.push(...manifests.filter(({ metadata }) => names.length === 0 || isNamed(names, metadata.name)))
    if (found.length > objectsMax)
      throw new Error(`More than ${objectsMax} objects match. Narrow resource or namespaceSelector`)
  }
  return found
}

const listAbsent = async (
  api: KubernetesApi,
  namespaces: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const absent: string[] = []
  for (const name of namespaces) {
    try {
      await api.json(`/api/v1/namespaces/${encodeURIComponent(name)}`, signal)
    } catch (error) {
      if (!isRejection(error)) throw error
      // An account without permission for namespaces cannot find out: it gets a 403.
      if (error.code === 404) absent.push(name)
    }
  }
  return absent
}

/** Undefined is all namespaces. */
const listNamespaces = async (
  api: KubernetesApi,
  { resource, namespaceSelector }: KubernetesSpec,
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> => {
  if (namespaceSelector === undefined) return [resource?.namespace]
  const { name = '', labelSelector, fieldSelector } = namespaceSelector
  const plain = patterns(name).filter((pattern) => !isPattern(pattern))
  const isSelected = labelSelector !== undefined || fieldSelector !== undefined
  if (!isSelected && plain.length === patterns(name).length) return [...new Set(plain)]
  const kind = await findResource(api, { kind: 'Namespace', apiVersion: 'v1' }, signal)
  const found = kind === undefined ? [] : await listNamed(api, kind, namespaceSelector, { signal })
  return [...new Set([...found.map(({ metadata }) => metadata.name), ...(isSelected ? [] : plain)])]
}

const findFailure = (manifest: Manifest, { healthy, ready }: KubernetesSpec): string | undefined => {
  const { status, health } = readManifestState(manifest)
  if (healthy === true && health === null) return `${formatObjectName(manifest)} has no health`
  if (healthy === true && health !== 'healthy')
    return `${formatObjectName(manifest)} is ${status ?? health ?? 'unknown'}`
  if (ready === true && !isKubernetesReady(manifest))
    return `${formatObjectName(manifest)} is not ready${status === null ? '' : ` (${status})`}`
  return undefined
}

/** A name without a wildcard is of an object that must exist. */
const listMissing = ({ resource, ignore = [] }: KubernetesSpec, found: readonly Manifest[]): readonly string[] =>
  patterns(resource?.name)
    .filter((name) => !isPattern(name) && !isNamed(ignore, name))
    .filter((name) => !found.some(({ metadata }) => metadata.name === name))
    .map((name) => `${name} does not exist`)

const formatAbsent = (name: string): string => ` Namespace ${name} does not exist.`

const judge = (checkSpec: KubernetesSpec, found: readonly Manifest[], absent: readonly string[]): CheckResult => {
  const { kind } = checkSpec
  const details = { results: found.map(toObjectResult), count: found.length }
  if (found.length === 0) {
    const message = `No ${kind} matches.${absent.map(formatAbsent).join('')}`
    return { pass: false, message, messageIfTestPasses: `0 of ${kind}`, details }
  }
  const failures = [
    ...absent.map((name) => `namespace ${name} does not exist`),
    ...listMissing(checkSpec, found),
    ...found.flatMap((manifest) => findFailure(manifest, checkSpec) ?? []),
  ]
  if (failures.length === 0) return { pass: true, message: `${found.length} of ${kind}`, details }
  return { pass: false, message: `${listNames(failures, shownMax)}.`, details }
}

export const kubernetes = defineCheckType<KubernetesSpec>({
  key: 'kubernetes',
  requires: needsCluster,
  spec,
  formatEndpoint: ({ kind, resource, namespaceSelector }) =>
    [
      namespaceSelector?.name ?? namespaceSelector?.labelSelector ?? resource?.namespace,
      kind,
      resource?.name ?? resource?.labelSelector,
    ]
      .filter((part) => part !== undefined)
      .join('/'),
  run: async (checkSpec, run) =>
    withCluster(checkSpec, run, async (api) => {
      const { kind, apiVersion, ignore = [], resource: wanted = {} } = checkSpec
      const { signal } = run
      const resource = await findResource(api, { kind, apiVersion }, signal)
      if (resource === undefined)
        throw new Error(`The cluster has no kind ${kind}${apiVersion === undefined ? '' : ` in ${apiVersion}`}`)
      const namespaces = resource.isNamespaced ? await listNamespaces(api, checkSpec, signal) : [undefined]
      const found: Manifest[] = []
      const empty: string[] = []
      for (const namespace of namespaces) {
        const inNamespace = await listNamed(api, resource, { ...wanted, namespace }, { signal })
        if (inNamespace.length === 0 && namespace !== undefined) empty.push(namespace)
        found.push(...inNamespace)
      }
      const kept = found.filter(({ metadata }) => !isNamed(ignore, metadata.name))
      return judge(checkSpec, kept, await listAbsent(api, empty, signal))
    }),
})
