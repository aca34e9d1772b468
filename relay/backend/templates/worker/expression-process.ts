import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findWorkerProgram } from '#relay/start-worker.ts'
import type { EvaluationJob, WorkerReply } from './messages.ts'

export const heapMaxMb = 128
const startWithinMs = 60_000
const errorLengthMax = 2_000

export type ProcessEnd =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'outOfMemory' }
  | { readonly kind: 'unstartable'; readonly reason: string }

interface ProcessEvents {
  readonly onReady: () => void
  readonly onDone: (reply: Extract<WorkerReply, { kind: 'done' }>) => void
  readonly onEnd: (end: ProcessEnd) => void
}

/** Resident memory at which a working process is killed: V8 lets one large list exceed the heap. */
const residentMaxMb = 512
const residentCheckMs = 50
/**
 * Kernel limit for allocations between two checks. Since Node 24, V8 reserves 512 MB of address space for code,
 * which counts against it.
 */
const dataMaxMb = 1_536

const createLauncher = () =>
  process.platform === 'linux'
    ? { execPath: '/bin/sh', before: ['-c', `ulimit -d ${dataMaxMb * 1024}; exec "$0" "$@"`, process.execPath] }
    : { execPath: process.execPath, before: [] }

const residentMb = (pid: number | undefined): number | undefined => {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

const forkProgram = (): ChildProcess => {
  const launcher = createLauncher()
  const program = findWorkerProgram(import.meta.url, 'expression-worker')
  const isSource = program.pathname.endsWith('.ts')
  const tsx = isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : []
  return fork(fileURLToPath(program), [], {
    execPath: launcher.execPath,
    execArgv: [...launcher.before, `--max-old-space-size=${heapMaxMb}`, ...tsx],
    // Security: the relay's environment contains keys and addresses.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/**
 * A process instead of a thread, because V8 ends the whole process when a thread allocates too much at once. An idle
 * process does not keep the relay alive.
 */
export class ExpressionProcess {
  readonly #child: ChildProcess
  readonly #events: ProcessEvents
  readonly #startTimer: NodeJS.Timeout
  #memoryTimer: NodeJS.Timeout | undefined
  #isReady = false
  #isStopped = false
  #errors = ''

  constructor(events: ProcessEvents) {
    this.#events = events
    const child = forkProgram()
    this.#child = child
    this.#startTimer = setTimeout(() => child.kill('SIGKILL'), startWithinMs)
    child.on('message', (reply: WorkerReply) => this.#hear(reply))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(0, errorLengthMax)
    })
    child.on('error', (error) => this.#end({ kind: 'unstartable', reason: error.message }))
    child.on('exit', () => this.#end(this.#isReady ? { kind: 'outOfMemory' } : unstartable(this.#errors)))
  }

  get isReady(): boolean {
    return this.#isReady
  }

  send(job: EvaluationJob): void {
    this.#child.send(job, () => undefined)
  }

  setBusy(isBusy: boolean): void {
    const { channel, stderr } = this.#child
    const parts = [this.#child, channel, stderr instanceof Socket ? stderr : undefined]
    for (const part of parts) {
      if (isBusy) part?.ref()
      else part?.unref()
    }
    if (isBusy) this.#memoryTimer ??= setInterval(() => this.#checkMemory(), residentCheckMs).unref()
    else this.#stopMemoryChecks()
  }

  stop(): void {
    this.#isStopped = true
    this.#child.kill('SIGKILL')
  }

  #hear(reply: WorkerReply): void {
    if (this.#isStopped) return
    if (reply.kind === 'done') return this.#events.onDone(reply)
    this.#isReady = true
    clearTimeout(this.#startTimer)
    return this.#events.onReady()
  }

  #checkMemory(): void {
    if ((residentMb(this.#child.pid) ?? 0) > residentMaxMb) this.#child.kill('SIGKILL')
  }

  #stopMemoryChecks(): void {
    clearInterval(this.#memoryTimer)
    this.#memoryTimer = undefined
  }

  #end(end: ProcessEnd): void {
    clearTimeout(this.#startTimer)
    this.#stopMemoryChecks()
    this.#child.removeAllListeners('exit').removeAllListeners('error')
    this.#child.on('error', () => undefined)
    this.#events.onEnd(this.#isStopped ? { kind: 'stopped' } : end)
  }
}

const unstartable = (errors: string): ProcessEnd => ({
  kind: 'unstartable',
  reason: errors === '' ? 'The process ended before it was ready.' : errors,
})
