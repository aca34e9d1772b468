import { isMap } from '#shared/primitives/is-map.ts'
import { parseJsonOrText } from '#shared/primitives/bounded-json.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { FindConfigs, FoundConfig } from '#relay/backend/catalog/find-configs.ts'
import { readCanarySpec, type CheckEntry, type CheckKinds } from '#relay/backend/checks/spec/canary-spec.ts'
import type { ClientContext } from '#relay/backend/clients/run/client-context.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { evaluate, evaluateAll, type Template } from '#relay/backend/templates/template.ts'
import { catalogLookupSchema } from '#relay/backend/topology/topology-spec.ts'

export interface LookupDeps extends Pick<ClientContext, 'resolveSecret' | 'resolveConnection' | 'sandbox' | 'signal'> {
  readonly kinds: CheckKinds
  readonly namespace: string
  readonly owner: string
  readonly findConfigs: FindConfigs
}

const timeoutMs = 15_000

const opened = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJsonOrText(value) : value

/** Names of components are not masked: one that contains a secret is an error. */
const masked = (mask: Mask, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((member: unknown) => masked(mask, member))
  if (!isMap(value)) return mask.inValue(value)
  for (const name of ['name', 'type', 'externalID', 'external_id'])
    if (typeof value[name] === 'string' && mask.isSecretIn(value[name]))
      throw new Error(`the ${name} of a result contains a secret.`)
  return mask.inRecord(value)
}

const runOne = async ({ name, runnable, error }: CheckEntry, deps: LookupDeps): Promise<unknown> => {
  if (runnable === undefined) throw new Error(error?.reason ?? `${name} cannot run.`)
  const { prepared, base, test, transform, display } = runnable
  const mask = new Mask()
  mask.hideAll(prepared.secrets)
  const { resolveSecret, resolveConnection, findConfigs, sandbox, signal, namespace, owner } = deps
  const result = await prepared.run({
    signal,
    timeoutMs: base.timeout ?? timeoutMs,
    resolveSecret,
    mask,
    namespace,
    sandbox,
    findConfigs,
    ...(resolveConnection && { resolveConnection }),
  })
  const values = { ...result.details, pass: result.pass, message: result.message }
  const shown = transform ?? display
  const [verdict, displayed] = await evaluateAll([test ?? always, shown ?? itsMessage], values, { owner, signal })
  const isPass = result.pass || (test !== undefined && result.messageIfTestPasses !== undefined)
  if (!isPass) throw new Error(mask.inText(result.message))
  if (verdict?.ok === false) throw new Error(mask.inText(verdict.error.message))
  if (verdict?.value === false || verdict?.value === 'false')
    throw new Error(`its test expression failed. ${mask.inText(result.message)}`)
  if (displayed?.ok !== true) throw new Error(mask.inText(displayed?.error.message ?? 'an expression without a result'))
  return masked(mask, opened(displayed.value))
}

const always = { language: 'expr', source: 'true' } as const
const itsMessage = { language: 'expr', source: 'message' } as const

const toProperty = (property: unknown): unknown => {
  if (!isMap(property) || typeof property['text'] !== 'string' || 'value' in property) return property
  const [, share] = /^(\d+(?:\.\d+)?) ?%$/.exec(property['text']) ?? []
  if (share === undefined) return property
  const { text: _, ...rest } = property
  return { headline: true, ...rest, value: Number(share), max: 100, unit: 'percent' }
}

const toComponent = ({ id, name, type, properties, labels }: FoundConfig): unknown => ({
  name,
  type: type.split('::').at(-1) ?? type,
  configID: id,
  externalID: id,
  ...(isMap(labels) && { labels }),
  ...(Array.isArray(properties) && { properties: properties.map(toProperty) }),
})

const runCatalog = async (spec: unknown, { findConfigs, owner, signal }: LookupDeps): Promise<readonly unknown[]> => {
  const values: unknown[] = []
  for (const { name = 'catalog', selector, test, display, transform } of catalogLookupSchema.parse(spec)) {
    const found = await findConfigs(selector)
    const evaluated = async (template: Template) =>
      evaluate(template, { results: found, configs: found }, { owner, signal }).catch((error: unknown) => {
        throw new Error(`catalog "${name}": ${toErrorMessage(error)}`, {
          cause: error,
        })
      })
    const verdict = test === undefined ? true : await evaluated(test)
    if (verdict === false || verdict === 'false') throw new Error(`catalog "${name}": its test expression failed.`)
    const shown = transform ?? display
    values.push(shown === undefined ? found.map(toComponent) : opened(await evaluated(shown)))
  }
  return values
}

export const runLookup = async (spec: unknown, deps: LookupDeps): Promise<readonly unknown[]> => {
  const { catalog, ...checked } = isMap(spec) ? spec : {}
  const { checks } = await readCanarySpec(checked, deps.kinds)
  const values: unknown[] = catalog === undefined ? [] : [...(await runCatalog(catalog, deps))]
  for (const check of checks) {
    deps.signal.throwIfAborted()
    try {
      values.push(await runOne(check, deps))
    } catch (error) {
      throw new Error(`${check.type} "${check.name}": ${toErrorMessage(error)}`, {
        cause: error,
      })
    }
  }
  return values
}
