import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { PlaybookRow } from '#relay/backend/playbooks/spec/playbook-store.ts'
import type { Environment } from '#relay/backend/playbooks/spec/render.ts'
import { emptyRows, filledRow } from '#relay/backend/templates/places/empty-rows.ts'
import type { StoredRun } from './run-store.ts'
import { targetKinds, type Target } from './targets.ts'

export interface StepOutcome {
  readonly name: string
  readonly status: string
  readonly result: Readonly<Record<string, unknown>>
  readonly error: string | null
  readonly timedOut?: boolean
}

export interface About {
  readonly playbook: Pick<PlaybookRow, 'id' | 'name' | 'namespace' | 'title'>
  readonly target: Target | null
  /** References to resources are rows. */
  readonly params: Readonly<Record<string, unknown>>
  readonly user: { readonly id: string; readonly name: string; readonly email: string | null } | null
  readonly run?: { readonly id: string } | undefined
  readonly request?: unknown
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly steps?: readonly StepOutcome[] | undefined
}

export const describeRun = (
  { id, playbook_id, created_by: user, request }: StoredRun,
  playbook: PlaybookRow | undefined,
  target: Target | null,
  params: About['params'],
): About => ({
  playbook: playbook ?? { id: playbook_id, name: '', namespace: '', title: '' },
  target,
  params,
  user,
  run: { id },
  request,
})

type Concerned = Pick<Target, 'kind' | 'row' | 'canary'> & Partial<Pick<Target, 'agent'>>

/** Every kind of resource is defined, and empty unless the run has it. */
const targetVariables = (target: Concerned | null): Environment => ({
  ...Object.fromEntries(
    targetKinds.map((kind): [string, unknown] => [kind, filledRow(kind, target?.kind === kind ? target.row : null)]),
  ),
  canary: filledRow('canary', target?.canary),
  agent: filledRow('agent', target?.agent),
})

export const triggerVariables = (target: Concerned, event: string): Environment => ({
  ...targetVariables(target),
  event,
})

export const createEnvironment = ({
  playbook,
  target,
  params,
  user,
  run,
  request,
  env,
  steps = [],
}: About): Environment => {
  const lastAction = steps.findLast(({ status }) => status !== 'skipped') ?? emptyRows.action
  return {
    ...targetVariables(target),
    params,
    playbook,
    run: filledRow('run', run),
    user: user ?? emptyRows.user,
    request: request ?? emptyRows.request,
    env: env ?? {},
    actions: Object.fromEntries(steps.map((step) => [step.name, step])),
    lastAction,
    last_result: lastAction.result,
    anyActionFailed: steps.some(({ status }) => status === 'failed'),
    anyActionTimedOut: steps.some(({ timedOut }) => timedOut === true),
  }
}

export const getTargetSelectors = ({ configs, components, checks }: PlaybookSpec) => ({
  config: configs ?? [],
  component: components ?? [],
  check: checks ?? [],
})
