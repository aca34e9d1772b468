import { getActionKind, type ActionKind, type PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import type { ActionContext, ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'
import { runExec } from '#relay/backend/playbooks/actions/exec.ts'
import { runGitops } from '#relay/backend/playbooks/actions/gitops.ts'
import { runHttp } from '#relay/backend/playbooks/actions/http.ts'
import { runNotification } from '#relay/backend/playbooks/actions/notification.ts'
import { runSql } from '#relay/backend/playbooks/actions/sql.ts'

const elsewhere: Partial<Record<ActionKind, string>> = {
  pod: 'Steps of the kind pod need a Kubernetes cluster, and this installation has none.',
  github: 'Steps of the kind github need a worker with access to GitHub, and this installation has none.',
  azureDevopsPipeline: 'Steps of the kind azureDevopsPipeline are not available on this installation.',
  ai: 'Steps of the kind ai need a language model, and this installation has none.',
  prometheus:
    'Steps of the kind prometheus are not available on this installation; a step of the kind http can ask it.',
  logs: 'Steps of the kind logs are not available on this installation.',
  report: 'Steps of the kind report are not available on this installation.',
  catalog: 'Steps of the kind catalog are not available on this installation.',
}

export const findUnsupportedReason = (action: PlaybookAction, runsOn: readonly string[] = []): string | undefined => {
  const agents = [...runsOn, ...(action.runsOn ?? [])].filter((name) => !['', 'local', 'self'].includes(name))
  if (agents.length > 0) {
    return `It is to run on ${agents.join(', ')} (runsOn), and this installation has no agents; it runs steps itself alone.`
  }
  return elsewhere[getActionKind(action)]
}

export const runAction = async (action: PlaybookAction, context: ActionContext): Promise<ActionOutcome> => {
  if (action.exec !== undefined) return runExec(action.exec, context)
  if (action.http !== undefined) return runHttp(action.http, context)
  if (action.sql !== undefined) return runSql(action.sql, context)
  if (action.gitops !== undefined) return runGitops(action.gitops, context)
  if (action.notification !== undefined) return runNotification(action.notification, context)
  return { result: {}, error: findUnsupportedReason(action) ?? 'Nothing here can carry it out.' }
}
