import { spawn } from 'node:child_process'
import { noSandbox, type Sandbox } from '#relay/backend/sandbox/sandbox.ts'

const defaultOutputMax = 256 * 1024

export interface ProcessResult {
  readonly exitCode: number | null
  /** The signal that ended it, such as SIGSEGV. */
  readonly killedBy: string | null
  readonly stdout: string
  readonly stderr: string
  /** More was written to stdout than is kept. */
  readonly isCut: boolean
}

interface ProcessOptions {
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly input?: string
  readonly cwd?: string
  /** How much of each output is kept, in bytes. */
  readonly outputMax?: number
  /** What keeps the program away from the relay; nothing where it is left out. */
  readonly sandbox?: Sandbox | undefined
}

/**
 * Runs a program in a process group of its own and keeps at most 256 KB of each of its outputs, or what is asked for. When the signal fires the
 * whole group is killed, children and all, and the promise rejects once the program is gone. Rejects with ENOENT when
 * there is no such program.
 */
export const runProcess = async (
  command: string,
  args: readonly string[],
  { env, signal, input, cwd, sandbox = noSandbox, outputMax = defaultOutputMax }: ProcessOptions,
): Promise<ProcessResult> => {
  const started = await sandbox.wrap({ command, args, env }, cwd)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(started.command, started.args, {
      env: started.env,
      cwd,
      uid: started.uid,
      gid: started.gid,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const stdout = collected(child.stdout, outputMax)
    const stderr = collected(child.stderr, outputMax)
    const kill = (): void => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
    }
    const finish = (): void => signal.removeEventListener('abort', kill)
    signal.addEventListener('abort', kill, { once: true })
    child.once('error', (error) => {
      finish()
      reject(error)
    })
    /** Children that outlive the program and hold its outputs open must not keep the run going. */
    child.once('exit', kill)
    child.once('close', (exitCode, killedBy) => {
      finish()
      if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'))
      else resolve({ exitCode, killedBy, stdout: stdout.text(), stderr: stderr.text(), isCut: stdout.isCut() })
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
  })
}

const collected = (stream: NodeJS.ReadableStream, outputMax: number) => {
  const chunks: Buffer[] = []
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    if (bytes < outputMax) chunks.push(chunk.subarray(0, outputMax - bytes))
    bytes += chunk.length
  })
  return {
    isCut: () => bytes > outputMax,
    text: () => {
      const text = Buffer.concat(chunks).toString()
      return bytes > outputMax ? `${text}\n… ${bytes - outputMax} more bytes were left out` : text
    },
  }
}

const inheritedVariables = ['PATH', 'HOME', 'LANG']

/** The few variables of this process that another program may see. */
export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    inheritedVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
