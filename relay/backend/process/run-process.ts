import { spawn } from 'node:child_process'
import { noSandbox, type Sandbox } from '#relay/backend/process/sandbox.ts'

const defaultOutputMax = 256 * 1024

export interface ProcessResult {
  readonly exitCode: number | null
  readonly killedBy: string | null
  readonly stdout: string
  readonly stderr: string
  readonly isCut: boolean
}

interface ProcessOptions {
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly input?: string
  readonly cwd?: string | undefined
  /** Another folder that the program can read. */
  readonly kept?: string | undefined
  readonly outputMax?: number | undefined
  readonly sandbox?: Sandbox | undefined
}

/** Aborting kills the whole process group. Rejects with ENOENT when the program does not exist. */
export const runProcess = async (
  command: string,
  args: readonly string[],
  { env, signal, input, cwd, kept, sandbox = noSandbox, outputMax = defaultOutputMax }: ProcessOptions,
): Promise<ProcessResult> => {
  const started = await sandbox.wrap({ command, args, env }, cwd, kept)
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
    /** Child processes that outlive the program and hold its outputs open must not keep the run open. */
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
      return bytes > outputMax ? `${text}\n… ${bytes - outputMax} more bytes were omitted` : text
    },
  }
}

const inheritedVariables = ['PATH', 'HOME', 'LANG']

export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    inheritedVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
