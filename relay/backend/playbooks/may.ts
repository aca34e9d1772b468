import { decide, mayBeDenied, type About } from '#shared/access/decide.ts'
import type { AccessAction } from '#shared/access/resources.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { PlaybookError } from '#relay/backend/playbooks/playbook-error.ts'
import type { PlaybookRow } from '#relay/backend/playbooks/playbook-store.ts'
import type { Target } from '#relay/backend/playbooks/targets.ts'

const words = { 'playbook:run': 'run', 'playbook:cancel': 'cancel runs of' } as const

/** Whether somebody may do this with a playbook on a target (contract 0.6). */
export const may = (
  viewer: Viewer,
  action: Extract<AccessAction, keyof typeof words>,
  playbook: Pick<PlaybookRow, 'id' | 'name' | 'namespace'>,
  target: Target | null,
): boolean => {
  const { id, name, namespace } = playbook
  const about = {
    playbook: { id, name, namespace },
    ...(target === null || target.kind === 'check' ? {} : { [target.kind]: target }),
  }
  return decide(viewer, { action, resource: 'playbooks', about }, { nowMs: Date.now() }).answer === 'allowed'
}

/** Throws the refusal when a deny takes approving away, or may do so; who may approve otherwise stands in the playbook. */
export const demandNoDeny = (viewer: Viewer, about: About): void => {
  const question = { action: 'playbook:approve', resource: 'playbooks', about } as const
  if (mayBeDenied(decide(viewer, question, { nowMs: Date.now() })))
    throw new PlaybookError(
      403,
      `${viewer.name} may not approve this run: a permission denies it. Ask an administrator.`,
    )
}

/** As `may`; throws the refusal. */
export const demand = (
  viewer: Viewer,
  action: keyof typeof words,
  playbook: Pick<PlaybookRow, 'id' | 'name' | 'namespace'>,
  target: Target | null,
): void => {
  if (may(viewer, action, playbook, target)) return
  const where = target === null ? '' : ` on ${target.name}`
  throw new PlaybookError(
    403,
    `${viewer.name} may not ${words[action]} ${playbook.name}${where}. Ask an administrator for the role editor or for a permission.`,
  )
}
