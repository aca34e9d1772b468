import type { PermissionScope } from '#shared/access/permission-scope.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { playbookLog } from '#shared/playbooks/playbook-topics.ts'
import type { RunScope } from './run-scope.ts'

type FindScope = (viewer: Viewer, topic: typeof playbookLog & { readonly narrows?: boolean }) => PermissionScope | null

/** `this` and `others` are for viewers who can read some runs: the action is in one of them or not. */
export type LogScope = (
  viewer: Viewer,
  actionId: string,
  signal: AbortSignal,
) => Promise<'all' | 'none' | 'this' | 'others'>

export const createLogScope =
  (findScope: FindScope, runScope: Pick<RunScope, 'ofAction'>): LogScope =>
  async (viewer, actionId, signal) => {
    if (findScope(viewer, playbookLog) !== null) return 'all'
    if (findScope(viewer, { ...playbookLog, narrows: true }) === null) return 'none'
    return (await runScope.ofAction(viewer, actionId, signal)) ? 'this' : 'others'
  }
