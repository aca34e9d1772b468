import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Command {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Undefined is the relay's own user. */
  readonly uid?: number | undefined
  readonly gid?: number | undefined
}

export interface Sandbox {
  readonly kind: 'namespace' | 'user' | 'none' | 'off'
  readonly report: string
  readonly denialReason?: string
  /** A temporary one by default. May use another one where `preferred` would be inaccessible to the program. */
  makeFolder(preferred?: string): Promise<string>
  readonly limitReached?: (stderr: string) => string | undefined
  /** The program starts in `folder` and can read `kept`; a namespace hides the folders of other programs. */
  wrap(command: Command, folder: string | undefined, kept?: string): Promise<Command>
}

export const makeFolderIn =
  (temporary: string): Sandbox['makeFolder'] =>
  async (preferred = join(temporary, `quarterdeck-${randomUUID()}`)) => {
    await mkdir(preferred, { recursive: true, mode: 0o700 })
    return preferred
  }
const makeFolder = makeFolderIn(tmpdir())

export const noSandbox: Sandbox = {
  kind: 'none',
  report:
    "Programs in documents run as the relay's own user, without its environment variables. They can read what that user can: the " +
    'keys, outbox, database and journal in DATA_DIR, and /proc/<pid>/environ of the relay. EXEC_USER, EXEC_SANDBOX and EXEC change this.',
  makeFolder,
  wrap: async (command) => command,
}

export const sandboxOff: Sandbox = {
  kind: 'off',
  report: 'Programs in documents are disabled: EXEC is off.',
  denialReason: 'Programs are disabled on this installation: EXEC is off.',
  makeFolder,
  wrap: () => Promise.reject(new Error('Programs are disabled on this installation: EXEC is off.')),
}
