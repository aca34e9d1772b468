import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { actionSchema, getActionKind, type PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import type { ClientContext } from '#relay/backend/clients/run/client-context.ts'
import type { ActionContext, ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'
import { runAction } from '#relay/backend/playbooks/actions/run-action.ts'
import type { SaveItemDeps } from '#relay/backend/catalog/save-item.ts'
import type { ArtifactStore } from '#relay/backend/artifacts/artifact-store.ts'
import { ActionLog } from '#relay/backend/playbooks/log/action-log.ts'
import type { ChunkWriter } from '#relay/backend/playbooks/log/chunk-writer.ts'
import { readOutput } from '#relay/backend/playbooks/log/read-log.ts'
import { fillAction } from '#relay/backend/playbooks/spec/fill-action.ts'
import type { Environment } from '#relay/backend/playbooks/spec/render.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import type { Declarations } from '#relay/backend/templates/programs/own-values.ts'
import { invalid } from '#relay/errors/http-error.ts'

export interface StepSurroundings extends SaveItemDeps {
  readonly writer: ChunkWriter
  readonly artifacts: ArtifactStore
  readonly resolveSecret: ClientContext['resolveSecret']
  readonly resolveConnection: NonNullable<ClientContext['resolveConnection']>
  readonly dataDir: string
  readonly sandbox: Sandbox
  readonly logBytesMax: number
}

interface Step {
  readonly runId: string
  readonly actionId: string
  readonly declarations: Declarations
  readonly env: Record<string, string>
  readonly mask: Mask
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly recordLoss: (reason: string) => Promise<void>
}

const openOutput = ({ actionId, mask }: Step, { writer, logBytesMax }: StepSurroundings) => {
  let log: ActionLog | undefined
  let onRoom: (() => void) | undefined
  const output: ActionContext['output'] = () => {
    const made = new ActionLog({ actionId, writer, mask, bytesMax: logBytesMax, onRoom: () => onRoom?.() })
    log = made
    return {
      write: (stream, bytes) => made.write(stream, bytes),
      finish: () => made.finish(),
      tail: (stream) => made.tail(stream),
      get full() {
        return made.full
      },
      onRoom: (goOn) => {
        onRoom = goOn
      },
    }
  }
  return { output, end: async () => (await log?.end()) ?? null }
}

const parseRendered = (value: unknown): PlaybookAction => {
  const read = actionSchema.safeParse(value)
  if (read.success) return read.data
  const [issue] = specIssues(actionSchema, read.error, value)
  throw invalid(`${formatPath(issue?.path)}: ${issue?.message ?? 'invalid'}.`)
}

export const carryOutStep = async (
  action: PlaybookAction,
  environment: Environment,
  step: Step,
  surroundings: StepSurroundings,
): Promise<ActionOutcome> => {
  const { runId, actionId, declarations, signal } = step
  const { artifacts, database, dataDir, sandbox, resolveSecret, resolveConnection } = surroundings
  const { value, variables, values } = await fillAction(action, environment, declarations, { owner: runId, signal })
  const rendered = parseRendered({ name: action.name, [getActionKind(action)]: value })
  const { output, end } = openOutput(step, surroundings)
  const workDir = await sandbox.makeFolder(join(dataDir, 'playbooks', actionId))
  try {
    return await runAction(rendered, {
      runId,
      source: action,
      actionId,
      env: step.env,
      mask: step.mask,
      signal,
      timeoutMs: step.timeoutMs,
      variables,
      values,
      sandbox,
      catalog: surroundings,
      resolveSecret,
      resolveConnection,
      workDir,
      output,
      keepFile: async (file) => {
        await artifacts.keep({ actionId }, file, step.mask)
      },
      keepOutput: async (stream, filename) => {
        await end()
        await artifacts.keepText({ actionId }, filename, readOutput(database, actionId, stream))
      },
    })
  } finally {
    const loss = await end()
    if (loss !== null) await step.recordLoss(loss)
    await rm(workDir, { recursive: true, force: true })
  }
}
