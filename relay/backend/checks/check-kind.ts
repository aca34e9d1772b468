import type { z } from 'zod'
import type { CheckContext, CheckExpression, CheckResult, CheckType } from '#relay/backend/checks/check-type.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'

/** One check whose spec was read: ready to run again and again. */
export interface PreparedCheck {
  /** What the row shows as the thing that is checked. */
  readonly endpoint: string
  /** What its document is refused for when it cannot be read. */
  readonly expressions?: readonly CheckExpression[]
  /** Secrets that stand in its spec. */
  readonly secrets: readonly string[]
  run(context: CheckContext): Promise<CheckResult>
}

/** A kind of check with its spec's type hidden inside, so that kinds of different specs stand in one list. */
export interface CheckKind {
  readonly key: string
  /** What declares which of its fields are secret. */
  readonly spec: z.ZodType
  /** Reads the spec as the document has it; the issues' paths are relative to it. */
  read(raw: unknown): { readonly check: PreparedCheck } | { readonly issues: readonly z.core.$ZodIssue[] }
}

/** A check type as a kind, under its own key and the other names that documents use for it. */
export const toCheckKinds = <Spec>(type: CheckType<Spec>, ...aliases: string[]): CheckKind[] =>
  [type.key, ...aliases].map((key) => ({
    key,
    spec: type.spec,
    read: (raw) => {
      const value = withoutEmpty(raw)
      const read = type.spec.safeParse(value)
      if (!read.success) return { issues: specIssues(type.spec, read.error, value) }
      const spec = read.data
      const secrets = secretsIn(value, { schemas: [type.spec] })
      return {
        check: {
          endpoint: createMask(secrets).inText(type.formatEndpoint(spec)),
          expressions: type.listExpressions?.(spec) ?? [],
          secrets,
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

/** Forms and YAML write nothing and `''` for a field that is not given; both are left out. */
const withoutEmpty = (raw: unknown): unknown =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? Object.fromEntries(
        Object.entries(raw)
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]): [string, unknown] => [name, name === 'filter' ? withoutEmpty(value) : value]),
      )
    : raw
