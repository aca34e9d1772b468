import { createContext, Script, type Context } from 'node:vm'

const call = new Script('work()')
let room: Context | undefined

/** The expression worker responds with `late` instead of a failed expression. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
  readonly position: { readonly line: number; readonly column: number } | undefined

  constructor(message: string, position?: { readonly line: number; readonly column: number }) {
    super(message)
    this.position = position
  }
}

/**
 * Interrupts synchronous work, even inside a regular expression, which no signal can. Throws TimeLimitError when
 * interrupted.
 */
export const withinTime = <T>(work: () => T, timeoutMs: number): T => {
  room ??= createContext(Object.create(null) as Context, { codeGeneration: { strings: false, wasm: false } })
  let outcome: { value: T } | undefined
  room['work'] = () => {
    outcome = { value: work() }
  }
  try {
    call.runInContext(room, { timeout: Math.max(1, Math.ceil(timeoutMs)) })
  } catch (error) {
    if (isTimeout(error)) throw new TimeLimitError(`Timed out after ${timeoutMs} ms.`)
    throw error
  }
  if (outcome === undefined) throw new TimeLimitError(`Timed out after ${timeoutMs} ms.`)
  return outcome.value
}

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
