import type { FieldValues } from '#shared/identity/submission.ts'

/** In memory only: it may contain a password. */
let pending: { readonly flowId: string; readonly values: FieldValues } | null = null

export const keepPending = (flowId: string, values: FieldValues): void => {
  pending = { flowId, values }
}

export const findPending = (flowId: string | undefined): FieldValues | undefined =>
  pending !== null && pending.flowId === flowId ? pending.values : undefined

export const forgetPending = (): void => {
  pending = null
}
