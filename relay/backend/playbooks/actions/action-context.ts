import type { Mask } from '#relay/backend/secrets/mask.ts'
import type { CheckContext } from '#relay/backend/checks/check-type.ts'
import type { Sandbox } from '#relay/backend/sandbox/sandbox.ts'
import type { OutputStream } from '#relay/backend/playbooks/log/action-log.ts'

/** What one try of an action may use. */
export interface ActionContext {
  readonly runId: string
  readonly actionId: string
  /** Fires when the time is over or the run was cancelled. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** The `env` of the playbook, resolved. */
  readonly env: Readonly<Record<string, string>>
  /** The values that the step's script refers to. */
  readonly variables: Readonly<Record<string, string>>
  /** The values for the placeholders of the step's query. */
  readonly values: readonly string[]
  readonly mask: Mask
  readonly resolveSecret: CheckContext['resolveSecret']
  readonly resolveConnection: NonNullable<CheckContext['resolveConnection']>
  /** The log of this action; made when it is first asked for, with the secrets that are known by then. */
  readonly output: () => ActionOutput
  readonly sandbox: Sandbox
  /** A folder of its own, empty, gone afterwards. */
  readonly workDir: string
  /** Keeps a file for as long as the run is kept. Rejects with a sentence. */
  readonly keepFile: (file: ArtifactFile) => Promise<void>
}

interface ActionOutput {
  write(stream: OutputStream, bytes: Buffer): void
  readonly full: boolean
  finish(): void
  tail(stream: OutputStream): string
  /** Calls `goOn` each time that there is room again. */
  onRoom(goOn: () => void): void
}

export interface ArtifactFile {
  readonly path: string
  readonly filename: string
}

export interface ActionOutcome {
  /** Contract 1.8: its keys by kind. */
  readonly result: Readonly<Record<string, unknown>>
  /** Why it failed, as a sentence; null when it did not. */
  readonly error: string | null
}

/** The text of a named source. What comes from a secret is masked from here on. */
export const readValue = async (
  source: unknown,
  { resolveSecret, mask }: Pick<ActionContext, 'resolveSecret' | 'mask'>,
): Promise<string> => {
  const text = await resolveSecret(source)
  if (isSecretSource(source)) mask.hide(text)
  return text
}

const isSecretSource = (source: unknown): boolean =>
  typeof source === 'object' &&
  source !== null &&
  'valueFrom' in source &&
  typeof source.valueFrom === 'object' &&
  source.valueFrom !== null &&
  'secretKeyRef' in source.valueFrom
