import type { Preflight } from '#shared/playbooks/preflight.ts'

export type ErrorLike = { readonly message: string } | null

export const toErrorLike = (error: unknown): ErrorLike =>
  error === null
    ? null
    : { message: error instanceof Error && error.message !== '' ? error.message : 'An error occurred' }

export const approvalText = (approvers: Preflight['approvers']): string => {
  if (approvers === null) return 'not required, starts immediately'
  const { type, people, teams } = approvers
  const names = [...people, ...teams.map((team) => `team ${team}`)]
  return type === 'all'
    ? `all of ${names.join(', ')}; waits until each has approved`
    : `any of ${names.join(', ')}; waits until one approves`
}
