import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { parseDuration } from '#shared/primitives/duration.ts'
import type { CheckKind } from '#relay/backend/checks/spec/check-kind.ts'
import type { CheckContext, CheckResult, CheckType } from '#relay/backend/checks/spec/check-type.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import type { KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { manifestSchema, type Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'
import { withCleanUp } from '#relay/backend/clients/kubernetes/temporary-pod.ts'
import { clusterSignIn, withCluster } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import {
  createAll,
  deleteObject,
  findUnready,
  formatObject,
  locateObject,
  pollMs,
  readObject,
  waitUntilGone,
  type ClusterObject,
} from './cluster-objects.ts'
import { needsCluster } from './needs-cluster.ts'
import { toObjectResult } from './object-result.ts'
import { getOwnNamespace } from './own-namespace.ts'
import { listCheckExpressions, resourceChecksSchema, runResourceChecks } from './resource-checks.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

const objectsMax = 20
/** Share of the check's timeout, so that the reason is reported before it. */
const readyShare = 0.8

const duration = z.string().transform((written, context) => {
  const ms = parseDuration(written)
  if (ms !== null && ms >= 0) return ms
  context.addIssue({ code: 'custom', message: 'must be a duration such as 500ms, 10s or 2m' })
  return z.NEVER
})
const objects = z
  .array(
    manifestSchema.extend({ apiVersion: z.string().min(1) }).refine(({ kind }) => kind !== 'Secret', {
      message: 'must not be a Secret: its values would be readable in the document. Create it in the cluster',
      path: ['kind'],
    }),
  )
  .max(objectsMax)

const specSchema = (kinds: readonly CheckKind[]) =>
  z.strictObject({
    ...clusterSignIn,
    resources: objects.min(1),
    staticResources: objects.optional(),
    clearResources: z.boolean().optional(),
    waitFor: z
      .strictObject({
        disable: z.boolean().optional(),
        expr: z.string().min(1).optional(),
        timeout: duration.optional(),
        interval: duration.optional(),
        delete: z.boolean().optional(),
      })
      .optional(),
    checks: resourceChecksSchema(kinds).optional(),
    checkRetries: z
      .strictObject({ delay: duration.optional(), interval: duration.optional(), timeout: duration.optional() })
      .optional(),
  })
type ResourceSpec = z.infer<ReturnType<typeof specSchema>>

interface Placed {
  readonly resources: readonly ClusterObject[]
  readonly staticResources: readonly ClusterObject[]
}
type Found = Readonly<Record<keyof Placed, readonly Manifest[]>>

const readAll = async (api: KubernetesApi, placed: Placed, signal: AbortSignal): Promise<Found> => {
  const read = (list: readonly ClusterObject[]) => Promise.all(list.map((object) => readObject(api, object, signal)))
  return { resources: await read(placed.resources), staticResources: await read(placed.staticResources) }
}

const toVariables = ({ resources, staticResources }: Found) => ({
  resources: resources.map(toObjectResult),
  staticResources: staticResources.map(toObjectResult),
})

const waitUntilReady = async (
  api: KubernetesApi,
  placed: Placed,
  waitFor: NonNullable<ResourceSpec['waitFor']>,
  { signal, timeoutMs }: CheckContext,
): Promise<{ readonly found: Found; readonly failure: string | undefined }> => {
  const { expr, disable = false, timeout = timeoutMs * readyShare, interval = pollMs } = waitFor
  const findFailure = async (found: Found): Promise<string | undefined> => {
    if (expr === undefined) return findUnready([...found.staticResources, ...found.resources])
    const value = await evaluate({ expr }, toVariables(found), { signal })
    return value === true ? undefined : 'waitFor.expr is not true'
  }
  const startedAt = performance.now()
  for (;;) {
    const found = await readAll(api, placed, signal)
    const failure = disable ? undefined : await findFailure(found)
    if (failure === undefined) return { found, failure }
    if (performance.now() - startedAt > timeout)
      return { found, failure: `After ${humanizeDuration(timeout)}, ${failure}.` }
    await pause(interval, undefined, { signal })
  }
}

const runChecks = async (
  { checks = [], checkRetries = {} }: ResourceSpec,
  found: Found,
  context: CheckContext,
): Promise<CheckResult> => {
  const { delay = 0, interval = pollMs, timeout = 0 } = checkRetries
  await pause(delay, undefined, { signal: context.signal })
  const variables = toVariables(found)
  const startedAt = performance.now()
  for (;;) {
    const results = await runResourceChecks(checks, variables, context)
    const failed = results.find(({ pass }) => !pass)
    const details = { ...variables, checks: results, count: found.resources.length }
    if (failed === undefined) {
      const passed = checks.length === 0 ? '' : `, ${formatQuantity(checks.length, 'check')} passed`
      return { pass: true, message: `${found.resources.length} created${passed}`, details }
    }
    if (performance.now() - startedAt >= timeout)
      return { pass: false, message: `${failed.type} ${failed.name}: ${failed.message}`, details }
    await pause(interval, undefined, { signal: context.signal })
  }
}

const check = async (api: KubernetesApi, spec: ResourceSpec, context: CheckContext): Promise<CheckResult> => {
  const { signal } = context
  const { waitFor = {} } = spec
  const locate = async (manifests: readonly Manifest[]) => {
    const located: ClusterObject[] = []
    for (const manifest of manifests) located.push(await locateObject(api, manifest, getOwnNamespace(context), signal))
    return located
  }
  const placed = { staticResources: await locate(spec.staticResources ?? []), resources: await locate(spec.resources) }
  for (const object of placed.staticResources) await api.apply(object.path, object.manifest, signal)
  const created: ClusterObject[] = []
  const work = async (): Promise<CheckResult> => {
    if (spec.clearResources === true)
      for (const object of placed.resources) {
        await deleteObject(api, object, signal)
        await waitUntilGone(api, object, signal)
      }
    await createAll(api, placed.resources, created, { signal, ifExists: 'Delete it, or set clearResources' })
    const { found, failure } = await waitUntilReady(api, placed, waitFor, context)
    if (failure !== undefined) return { pass: false, message: failure, details: toVariables(found) }
    return runChecks(spec, found, context)
  }
  return withCleanUp(
    work,
    async (cleanUp) => {
      for (const object of created.toReversed()) await deleteObject(api, object, cleanUp)
      if (waitFor.delete === true) for (const object of created) await waitUntilGone(api, object, cleanUp)
    },
    { api, signal },
  )
}

/** Creates resources, checks them and deletes them. Static resources are applied and remain. */
export const createKubernetesResource = (kinds: readonly CheckKind[]): CheckType<ResourceSpec> => {
  const spec = specSchema(kinds)
  return defineCheckType<ResourceSpec>({
    key: 'kubernetesResource',
    requires: needsCluster,
    spec,
    formatEndpoint: ({ resources }) => resources.map((manifest) => formatObject({ manifest })).join(', '),
    listExpressions: ({ waitFor, checks = [] }) => [
      ...(waitFor?.expr === undefined
        ? []
        : [{ path: ['waitFor', 'expr'], expression: { language: 'expr' as const, source: waitFor.expr } }]),
      ...listCheckExpressions(checks),
    ],
    run: async (checkSpec, run, context) => withCluster(checkSpec, run, async (api) => check(api, checkSpec, context)),
  })
}
