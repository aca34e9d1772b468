import { decide, canBeDenied } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { forbidden } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { About } from '#shared/access/question.ts'

const actionLabels = { 'playbook:run': 'run', 'playbook:cancel': 'cancel runs of' } as const

/** A grant on only some targets is not sufficient. */
export const can = (viewer: Viewer, action: keyof typeof actionLabels, about: About): boolean =>
  isAllowed(viewer, { action, resource: 'playbooks', about })

export const findApprovalDenial = (viewer: Viewer, about: About): string | null => {
  const question = { action: 'playbook:approve', resource: 'playbooks', about } as const
  return canBeDenied(decide(viewer, question, { nowMs: Date.now() }))
    ? `${viewer.name} is not allowed to approve this run: a permission denies it. Ask an administrator.`
    : null
}

export const assertCan = (viewer: Viewer, action: keyof typeof actionLabels, about: About): void => {
  if (can(viewer, action, about)) return
  const where = about.config ?? about.component
  const on = where?.name ? ` on ${where.name}` : ''
  throw forbidden(
    `${viewer.name} is not allowed to ${actionLabels[action]} ${about.playbook?.name ?? 'this playbook'}${on}. Ask an administrator for the editor role or a permission.`,
  )
}
