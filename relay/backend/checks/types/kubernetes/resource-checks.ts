import { z } from 'zod'
import { checkBaseSchema, withoutBase, type CheckBase } from '#relay/backend/checks/spec/check-base.ts'
import type { CheckKind, PreparedCheck } from '#relay/backend/checks/spec/check-kind.ts'
import type { CheckContext, CheckExpression } from '#relay/backend/checks/spec/check-type.ts'
import { judge } from '#relay/backend/checks/engine/judge-check.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { copyMarks } from '#relay/backend/secrets/secret-marks.ts'
import { toExpression } from '#relay/backend/templates/template.ts'

export interface ResourceCheck {
  readonly type: string
  readonly name: string
  readonly base: CheckBase
  readonly prepared: PreparedCheck
  readonly path: readonly (string | number)[]
}

export interface ResourceCheckResult {
  readonly type: string
  readonly name: string
  readonly pass: boolean
  readonly message: string
}

const ofOwnCheck = ['transform', 'metrics', 'dependsOn', 'confirmation', 'relationships', 'markFailOnEmpty'] as const

/** Published fields of a canary, which these checks have from the canary that creates the resources. */
const ofCanary = new Set([
  'schedule',
  'interval',
  'icon',
  'severity',
  'owner',
  'replicas',
  'resultMode',
  'agentSelector',
])

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

export const resourceChecksSchema = (kinds: readonly CheckKind[]) =>
  z
    .array(
      z.looseObject(
        Object.fromEntries(kinds.map(({ key, spec }) => [key, copyMarks(z.array(spec), z.unknown().optional())])),
      ),
    )
    .transform((specs, context): readonly ResourceCheck[] => {
      const reject = (path: readonly PropertyKey[], message: string) =>
        context.addIssue({ code: 'custom', path: [...path], message })
      return specs.flatMap((spec, at) =>
        Object.entries(spec).flatMap(([type, entries]) =>
          (ofCanary.has(type) ? [] : toList(entries)).flatMap((raw, index): readonly ResourceCheck[] => {
            const path = Array.isArray(entries) ? [at, type, index] : [at, type]
            const kind = kinds.find(({ key }) => key === type)
            if (kind === undefined) {
              reject([at, type], 'is not a kind of check that runs here')
              return []
            }
            const base = checkBaseSchema.safeParse(raw)
            const read = base.success ? kind.read(withoutBase(base.data)) : undefined
            const issues = base.success ? [] : specIssues(checkBaseSchema, base.error, raw)
            for (const issue of read !== undefined && 'issues' in read ? read.issues : issues)
              reject([...path, ...issue.path], issue.message)
            for (const field of ofOwnCheck)
              if (base.data?.[field] != null)
                reject([...path, field], 'is available only for the kubernetesResource check itself')
            if (!base.success || read === undefined || 'issues' in read) return []
            const { check: prepared } = read
            return [{ type, name: base.data.name ?? prepared.endpoint, base: base.data, prepared, path }]
          }),
        ),
      )
    })

export const listCheckExpressions = (checks: readonly ResourceCheck[]): readonly CheckExpression[] =>
  checks.flatMap(({ path, base, prepared: { expressions = [] } }) => {
    const at = ['checks', ...path]
    const judging = (['test', 'display'] as const).flatMap((part) => {
      const template = base[part]
      if (template === undefined) return []
      const expression = toExpression(template)
      return [{ path: [...at, part, expression.language], expression }]
    })
    return [...judging, ...expressions.map((each) => ({ ...each, path: [...at, ...each.path] }))]
  })

/** One after the other: a check may depend on the effect of the one before. */
export const runResourceChecks = async (
  checks: readonly ResourceCheck[],
  variables: Readonly<Record<string, unknown>>,
  context: CheckContext,
): Promise<readonly ResourceCheckResult[]> => {
  const results: ResourceCheckResult[] = []
  for (const { type, name, base, prepared } of checks) {
    context.mask.hideAll(prepared.secrets)
    const result = await prepared.run({ ...context, timeoutMs: base.timeout ?? context.timeoutMs })
    const judging = {
      test: base.test && toExpression(base.test),
      display: base.display && toExpression(base.display),
      transform: undefined,
    }
    const environment = {
      ...context.about,
      ...variables,
      ...result.details,
      pass: result.pass,
      message: result.message,
    }
    const { pass, message } = await judge(result, judging, () => environment, name)
    results.push({ type, name, pass, message })
  }
  return results
}
