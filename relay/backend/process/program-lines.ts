import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const maxErrorLength = 500

/** Kills the program when iteration stops or the signal fires. */
export async function* programLines(
  command: string,
  args: readonly string[],
  { env, signal }: { readonly env: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  signal.throwIfAborted()
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let errorOutput = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text: string) => (errorOutput = `${errorOutput}${text}`.slice(0, maxErrorLength)))
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) =>
      resolve(
        'code' in error && error.code === 'ENOENT' ? `${command} is not installed on this machine` : error.message,
      ),
    )
    child.once('close', (code) =>
      resolve(code === 0 ? '' : errorOutput.trim() || `${command} exited with code ${String(code)}`),
    )
  })
  try {
    yield* createInterface({ input: child.stdout, crlfDelay: Infinity })
    const error = await ended
    signal.throwIfAborted()
    if (error !== '') throw new Error(error)
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
  }
}
