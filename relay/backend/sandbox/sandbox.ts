import { mkdir } from 'node:fs/promises'

/** A program as it is started. */
interface Command {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Of whom it is run, where that is not who runs the relay. */
  readonly uid?: number | undefined
  readonly gid?: number | undefined
}

/** What keeps the programs of documents away from the relay's environment, keys and data. */
export interface Sandbox {
  readonly kind: 'namespace' | 'user' | 'none' | 'off'
  /** What is in force, and what programs can read all the same, in sentences. */
  readonly report: string
  /** Why no program of a document runs at all; undefined where they do. */
  readonly denialReason?: string
  /** Makes the folder that a program works in: `preferred`, or another one where that would be out of its reach. */
  makeFolder(preferred: string): Promise<string>
  /** Which of its limits a program that failed seems to have met, by what it said, as a sentence; undefined when none. */
  readonly limitReached?: (stderr: string) => string | undefined
  /** How a program is started in it. Rejects with ENOENT where there is no such program. */
  wrap(command: Command, folder: string | undefined): Promise<Command>
}

const makeFolder = async (preferred: string): Promise<string> => {
  await mkdir(preferred, { recursive: true, mode: 0o700 })
  return preferred
}

/** Programs run as the user that runs the relay. */
export const noSandbox: Sandbox = {
  kind: 'none',
  report:
    "Programs of documents run as the relay's own user, without its environment variables. They can read what that user can: the " +
    'keys, outbox, database and journal in DATA_DIR, and /proc/<pid>/environ of the relay. EXEC_USER, EXEC_SANDBOX and EXEC change this.',
  makeFolder,
  wrap: async (command) => command,
}

/** No program of a document runs. */
export const sandboxOff: Sandbox = {
  kind: 'off',
  report: 'No programs of documents run here: EXEC is off.',
  denialReason: 'Programs do not run on this installation: EXEC is off.',
  makeFolder,
  wrap: () => Promise.reject(new Error('Programs do not run on this installation: EXEC is off.')),
}
