import type { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import type { CheckContext, CheckExpression, CheckResult, CheckType } from '#relay/backend/checks/spec/check-type.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'

export interface PreparedCheck {
  readonly endpoint: string
  readonly timeoutMs?: number | undefined
  readonly expressions?: readonly CheckExpression[]
  readonly secrets: readonly string[]
  readonly postToken?: { readonly source: unknown } | undefined
  run(context: CheckContext): Promise<CheckResult>
}

export interface CheckKind {
  readonly key: string
  readonly requires?: string | undefined
  readonly timeoutMinutes?: number | undefined
  readonly spec: z.ZodType
  read(raw: unknown): { readonly check: PreparedCheck } | { readonly issues: readonly z.core.$ZodIssue[] }
}

export const toCheckKinds = <Spec>(type: CheckType<Spec>, ...aliases: string[]): CheckKind[] =>
  [type.key, ...aliases].map((key) => ({
    key,
    requires: type.requires,
    timeoutMinutes: type.timeoutMinutes,
    spec: type.spec,
    read: (raw) => {
      const value = withoutEmpty(raw)
      const read = type.spec.safeParse(value)
      if (!read.success) return { issues: specIssues(type.spec, read.error, value) }
      const spec = read.data
      const secrets = secretsIn(value, { schemas: [type.spec] })
      return {
        check: {
          timeoutMs: type.findTimeout?.(spec),
          endpoint: createMask(secrets).inText(type.formatEndpoint(spec)),
          expressions: type.listExpressions?.(spec) ?? [],
          secrets,
          postToken: type.postToken?.(spec),
          run: async (context) => type.run(spec, context),
        },
      }
    },
  }))

const createMask = (secrets: readonly string[]): Mask => {
  const mask = new Mask()
  mask.hideAll(secrets)
  return mask
}

/** Forms and YAML write null and `''` for an empty field. */
const withoutEmpty = (raw: unknown): unknown =>
  isMap(raw)
    ? Object.fromEntries(
        Object.entries(raw)
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]): [string, unknown] => [name, name === 'filter' ? withoutEmpty(value) : value]),
      )
    : raw
