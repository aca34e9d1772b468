import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { issueText } from '#shared/primitives/issue-text.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import { readScriptConnections } from '#relay/backend/clients/scripts/script-connections.ts'
import { findRepository, parseInputs } from '#relay/backend/playbooks/actions/github.ts'
import { findLogBackend, parseLogsStep } from '#relay/backend/playbooks/actions/logs.ts'
import { parsePrometheusStep } from '#relay/backend/playbooks/actions/prometheus.ts'
import { scriptCommand } from '#relay/backend/process/script-interpreter.ts'

interface Unavailable {
  readonly path: readonly (string | number)[]
  readonly reason: string
}

const toUnavailable = (
  at: Unavailable['path'],
  { path, message }: { readonly path: readonly PropertyKey[]; readonly message: string },
): Unavailable => ({
  path: [...at, ...path.map((key) => (typeof key === 'number' ? key : String(key)))],
  reason: issueText(message),
})

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ''

const isTemplate = (value: unknown): boolean => typeof value === 'string' && hasTemplate(value)

const findUnavailableField = ({
  exec,
  http,
  gitops,
  notification,
  report,
  parallelism,
}: PlaybookAction): Unavailable | undefined => {
  const fields: readonly (readonly [Unavailable['path'], unknown, string])[] = [
    [['exec', 'setup'], exec?.setup, 'Installed runtimes are used. Remove setup from the step.'],
    [['exec', 'checkout', 'certificate'], exec?.checkout?.certificate, 'Use a connection of type git instead.'],
    [['http', 'awsSigV4'], http?.awsSigV4, 'Signing requests for AWS is not available.'],
    ...(gitops?.patches ?? []).map(
      (patch, index) =>
        [['gitops', 'patches', index, 'if'], patch.if, 'Use if of the step, with a step for each condition.'] as const,
    ),
    [['parallelism'], parallelism, 'Steps run one after another. Remove parallelism from the step.'],
    [['report'], report, 'There are no views here to make a report of. Use a step of another kind.'],
    [['notification', 'attachments'], notification?.attachments, 'Messages have no attachments here.'],
  ]
  const [path, , reason] = fields.find(([, value]) => value !== undefined) ?? []
  return path === undefined || reason === undefined ? undefined : { path, reason }
}

const findConnectionsError = (connections: unknown): Unavailable | undefined => {
  if (connections === undefined || hasTemplate(JSON.stringify(connections))) return undefined
  const read = readScriptConnections(connections)
  return 'reason' in read ? { path: ['exec', 'connections', ...read.path], reason: read.reason } : undefined
}

const findQueryError = ({ logs, prometheus }: PlaybookAction): Unavailable | undefined => {
  if (hasTemplate(JSON.stringify({ logs, prometheus }))) return undefined
  const parsed = logs === undefined ? undefined : parseLogsStep(logs)
  const ofLogs = parsed !== undefined && 'error' in parsed ? parsed.error.issues[0] : undefined
  if (logs !== undefined && ofLogs !== undefined) return toUnavailable(['logs', findLogBackend(logs)], ofLogs)
  const ofPrometheus = prometheus === undefined ? undefined : parsePrometheusStep(prometheus).error?.issues[0]
  return ofPrometheus && toUnavailable(['prometheus'], ofPrometheus)
}

/** Finds fields that make every run of the step fail. Values that only a run knows are checked by the run. */
export const findUnavailable = (action: PlaybookAction): Unavailable | undefined => {
  const { exec, github, azureDevopsPipeline: pipeline } = action
  const connections = findConnectionsError(exec?.connections)
  if (connections !== undefined) return connections
  if (exec?.checkout !== undefined && isBlank(exec.checkout.url) && isBlank(exec.checkout.connection))
    return { path: ['exec', 'checkout'], reason: 'needs url or connection' }
  const how = exec === undefined ? undefined : scriptCommand(exec.script)
  if (how !== undefined && 'error' in how) return { path: ['exec', 'script'], reason: how.error }
  const unavailable = findUnavailableField(action)
  if (unavailable !== undefined) return unavailable
  for (const kind of ['http', 'sql', 'notification', 'prometheus'] as const) {
    const step = action[kind]
    if (step !== undefined && isBlank(step.url) && isBlank(step.connection))
      return { path: [kind], reason: 'needs url or connection' }
  }
  if (github !== undefined && !hasTemplate(github.repo)) {
    const owner = github.username === undefined ? '' : 'owner'
    if (owner === '' && !github.repo.includes('/'))
      return { path: ['github', 'username'], reason: 'required, because repo has no owner' }
    if (findRepository(github.repo, owner) === undefined)
      return { path: ['github', 'repo'], reason: 'must be owner/name, or a name with the owner in username' }
  }
  const queryError = findQueryError(action)
  if (queryError !== undefined) return queryError
  const input = github?.workflows.findIndex((each) => !isTemplate(each.input) && parseInputs(each.input) === undefined)
  if (input !== undefined && input >= 0)
    return { path: ['github', 'workflows', input, 'input'], reason: 'must be a JSON object of values' }
  if (pipeline !== undefined && isBlank(pipeline.org) && isBlank(pipeline.connection))
    return { path: ['azureDevopsPipeline', 'org'], reason: 'required without connection' }
  return undefined
}
