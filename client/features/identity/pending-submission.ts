import type { FieldValues } from '#shared/identity/submission.ts'

/** In memory alone: it may hold a password. */
let pending: { readonly flowId: string; readonly values: FieldValues } | null = null

/** Keeps what was about to be sent while the person proves who they are. */
export const keepPending = (flowId: string, values: FieldValues): void => {
  pending = { flowId, values }
}

/** What was about to be sent to this flow, until it is forgotten. */
export const findPending = (flowId: string | undefined): FieldValues | undefined =>
  pending !== null && pending.flowId === flowId ? pending.values : undefined

/** It is sent once. */
export const forgetPending = (): void => {
  pending = null
}
