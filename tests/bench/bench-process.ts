import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'

export type Commands = Readonly<Record<string, (argument: never) => unknown>>

type Argument<C extends Commands, K extends keyof C> = Parameters<C[K]> extends [infer A] ? A : undefined

export interface BenchProcess<C extends Commands> {
  readonly ask: <K extends keyof C & string>(name: K, argument: Argument<C, K>) => Promise<Awaited<ReturnType<C[K]>>>
  readonly stop: () => Promise<void>
}

interface Reply {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

const isReply = (message: unknown): message is Reply =>
  typeof message === 'object' && message !== null && 'id' in message && typeof message.id === 'number'

export const startBenchProcess = <C extends Commands>(name: string): BenchProcess<C> => {
  const path = fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url))
  const child: ChildProcess = fork(path, { execArgv: ['--import', 'tsx', '--expose-gc'], serialization: 'advanced' })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0
  child.on('message', (message: unknown) => {
    if (!isReply(message)) return
    const { resolve, reject } = waiting.get(message.id) ?? {}
    waiting.delete(message.id)
    if (message.error === undefined) resolve?.(message.value)
    else reject?.(new Error(`${name}: ${message.error}`))
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with ${code ?? 'a signal'}`))
  })
  return {
    ask: (command, argument) =>
      new Promise((resolve, reject) => {
        lastId += 1
        // Not validated: `C` is the type of the commands that the program runs.
        waiting.set(lastId, { resolve: (value) => resolve(value as never), reject })
        child.send({ id: lastId, command, argument })
      }),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

export const withProcesses = async <P extends Readonly<Record<string, Pick<BenchProcess<Commands>, 'stop'>>>, T>(
  processes: P,
  work: (processes: P) => Promise<T>,
): Promise<T> => {
  try {
    return await work(processes)
  } finally {
    await Promise.all(Object.values(processes).map((one) => one.stop()))
  }
}

interface Question {
  readonly id: number
  readonly command: string
  readonly argument: never
}

export const serveCommands = (commands: Commands): void => {
  const reply = async ({ id, command, argument }: Question) => {
    try {
      process.send?.({ id, value: await commands[command]?.(argument) })
    } catch (error) {
      process.send?.({ id, error: toErrorMessage(error) })
    }
  }
  process.on('message', (question) => void reply(question as Question))
  process.on('disconnect', () => process.exit())
}

/** Milliseconds of a clock that all processes of a machine share. */
export const sharedNowMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000

export const usedBytes = (): number => {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
