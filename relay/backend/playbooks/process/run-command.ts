import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { OutputStream } from '#relay/backend/playbooks/log/action-log.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import { endFamily } from './process-family.ts'

interface CommandOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Another folder that the command can read. */
  readonly kept?: string | undefined
  readonly sandbox: Sandbox
  readonly mark: string
  readonly signal: AbortSignal
  readonly output: {
    write(stream: OutputStream, bytes: Buffer): void
    readonly full: boolean
  }
  readonly onPipes: (goOn: () => void) => void
}

interface CommandEnd {
  readonly exitCode: number | null
  readonly killedBy: string | null
}

const graceMs = 2_000
/** Processes that outlive the command may hold its pipes open: reading stops after this time without output. */
const quietMs = 500

/**
 * Runs in its own process group; processes that outlive the command are ended. On abort: SIGTERM, SIGKILL after two
 * seconds. Resolves when all processes have ended. Rejects with ENOENT if the program does not exist.
 */
export const runCommand = async (options: CommandOptions): Promise<CommandEnd> => {
  const { cwd, kept, sandbox, mark, signal, output, onPipes } = options
  const { command, args, env, uid, gid } = await sandbox.wrap(options, cwd, kept)
  signal.throwIfAborted()
  const child = spawn(command, args, { env, cwd, uid, gid, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const pipes: readonly Readable[] = [child.stdout, child.stderr]
  let lastOutputAt = performance.now()
  const read = (stream: OutputStream, pipe: Readable): void => {
    pipe.on('data', (bytes: Buffer) => {
      lastOutputAt = performance.now()
      output.write(stream, bytes)
      if (output.full) for (const each of pipes) each.pause()
    })
    pipe.on('error', () => undefined)
  }
  read(1, child.stdout)
  read(2, child.stderr)
  onPipes(() => {
    lastOutputAt = performance.now()
    for (const pipe of pipes) pipe.resume()
  })

  let ending: Promise<unknown> | undefined
  const end = (): void => {
    ending ??= endFamily(mark, child.pid, graceMs)
  }
  signal.addEventListener('abort', end, { once: true })
  let quiet: NodeJS.Timeout | undefined
  try {
    return await new Promise<CommandEnd>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', () => {
        killGroup(child.pid)
        quiet = setInterval(() => {
          if (output.full || performance.now() - lastOutputAt < quietMs) return
          for (const pipe of pipes) pipe.destroy()
        }, quietMs)
      })
      child.once('close', (exitCode, killedBy) => resolve({ exitCode, killedBy }))
    })
  } finally {
    clearInterval(quiet)
    signal.removeEventListener('abort', end)
    await ending
  }
}

const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {}
}
