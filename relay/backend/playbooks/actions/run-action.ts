import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import type { ActionContext, ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'
import { findAiError, runAi } from '#relay/backend/playbooks/actions/ai.ts'
import { runAzureDevopsPipeline } from '#relay/backend/playbooks/actions/azure-devops-pipeline.ts'
import { runCatalog } from '#relay/backend/playbooks/actions/catalog.ts'
import { runExec } from '#relay/backend/playbooks/actions/exec.ts'
import { runGithub } from '#relay/backend/playbooks/actions/github.ts'
import { runGitops } from '#relay/backend/playbooks/actions/gitops.ts'
import { runHttp } from '#relay/backend/playbooks/actions/http.ts'
import { runLogs } from '#relay/backend/playbooks/actions/logs.ts'
import { runNotification } from '#relay/backend/playbooks/actions/notification.ts'
import { findPodArtifactError, runPod } from '#relay/backend/playbooks/actions/pod.ts'
import { runPrometheus } from '#relay/backend/playbooks/actions/prometheus.ts'
import { runSql } from '#relay/backend/playbooks/actions/sql.ts'

export const findUnsupportedReason = (action: PlaybookAction, runsOn: readonly string[] = []): string | undefined => {
  const agents = [...runsOn, ...(action.runsOn ?? [])].filter((name) => !['', 'local', 'self'].includes(name))
  if (agents.length > 0) {
    return `runsOn names ${agents.join(', ')}, but this installation has no agents. Remove runsOn to run the step here.`
  }
  const { pod, ai } = action
  return (pod && findPodArtifactError(pod)) ?? (ai && findAiError(ai))
}

export const runAction = async (action: PlaybookAction, context: ActionContext): Promise<ActionOutcome> => {
  if (action.exec !== undefined) return runExec(action.exec, context)
  if (action.http !== undefined) return runHttp(action.http, context)
  if (action.sql !== undefined) return runSql(action.sql, context)
  if (action.gitops !== undefined) return runGitops(action.gitops, context)
  if (action.pod !== undefined) return runPod(action.pod, context)
  if (action.github !== undefined) return runGithub(action.github, context)
  if (action.azureDevopsPipeline !== undefined) return runAzureDevopsPipeline(action.azureDevopsPipeline, context)
  if (action.ai !== undefined) return runAi(action.ai, context)
  if (action.notification !== undefined) return runNotification(action.notification, context)
  if (action.prometheus !== undefined) return runPrometheus(action.prometheus, context)
  if (action.logs !== undefined) return runLogs(action.logs, context)
  if (action.catalog !== undefined) return runCatalog(action.catalog, context)
  return { result: {}, error: findUnsupportedReason(action) ?? 'This step is not supported here.' }
}
