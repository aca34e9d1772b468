import type { z } from 'zod'
import type { CheckContext, CheckResult, CheckType } from '#relay/backend/checks/check-type.ts'

/** One check whose spec was read: ready to run again and again. */
export interface PreparedCheck {
  /** What the row shows as the thing that is checked. */
  readonly endpoint: string
  run(context: CheckContext): Promise<CheckResult>
}

/** A kind of check with its spec's type hidden inside, so that kinds of different specs stand in one list. */
export interface CheckKind {
  readonly key: string
  /** Reads the spec as the document has it; the issues' paths are relative to it. */
  read(raw: unknown): { readonly check: PreparedCheck } | { readonly issues: readonly z.core.$ZodIssue[] }
}

export const checkKind = <Spec>(type: CheckType<Spec>): CheckKind => ({
  key: type.key,
  read: (raw) => {
    const parsed = type.spec.safeParse(raw)
    if (!parsed.success) return { issues: parsed.error.issues }
    const spec = parsed.data
    return { check: { endpoint: type.endpointOf(spec), run: (context) => type.run(spec, context) } }
  },
})
