import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import type { ArtifactFile } from '#relay/backend/artifacts/artifact-files.ts'
import type { SaveItemDeps } from '#relay/backend/catalog/save-item.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import type { ClientContext } from '#relay/backend/clients/run/client-context.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import type { OutputStream } from '#relay/backend/playbooks/log/action-log.ts'

export interface ActionContext {
  readonly runId: string
  /** The action before its templates are filled. */
  readonly source?: PlaybookAction
  readonly actionId: string
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly env: Readonly<Record<string, string>>
  readonly variables: Readonly<Record<string, string>>
  readonly values: readonly string[]
  readonly mask: Mask
  readonly resolveSecret: ClientContext['resolveSecret']
  readonly resolveConnection: NonNullable<ClientContext['resolveConnection']>
  readonly output: () => ActionOutput
  readonly sandbox: Sandbox
  readonly catalog: SaveItemDeps
  readonly workDir: string
  readonly keepFile: (file: ArtifactFile) => Promise<void>
  /** Waits until the log is written: nothing can be written to `output` afterwards. */
  readonly keepOutput: (stream: OutputStream, filename: string) => Promise<void>
}

interface ActionOutput {
  write(stream: OutputStream, bytes: Buffer): void
  readonly full: boolean
  finish(): void
  tail(stream: OutputStream): string
  onRoom(goOn: () => void): void
}

export interface ActionOutcome {
  readonly result: Readonly<Record<string, unknown>>
  readonly error: string | null
}

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
