import { z } from 'zod'

const resultsMax = 30
const count = z.int().min(1).max(resultsMax)

/** `failures` of the newest `of` results turn a check unhealthy, and `passes` results in a row turn it healthy again. */
export const confirmationSchema = z
  .strictObject({ failures: count.default(1), of: count.optional(), passes: count.default(1) })
  .transform(({ failures, of, passes }) => ({ failures, of: of ?? failures, passes }))
  .refine(({ failures, of }) => failures <= of, { message: 'must be at least failures', path: ['of'] })
export type Confirmation = z.infer<typeof confirmationSchema>

interface Confirming {
  readonly kind: 'failures' | 'passes'
  readonly seen: number
  readonly needed: number
  readonly of: number
}

const unconfirmed: Confirmation = { failures: 1, of: 1, passes: 1 }

export type ConfirmedStatus = '' | 'healthy' | 'unhealthy'

/** Results since the last turn: those before it led to it and do not count again. */
export class ConfirmedResults {
  #results: boolean[] = []

  get newest(): boolean | undefined {
    return this.#results.at(-1)
  }

  restore(results: readonly boolean[]): void {
    this.#results = results.slice(-resultsMax)
  }

  add(pass: boolean, status: ConfirmedStatus, confirmation: Confirmation = unconfirmed): ConfirmedStatus {
    this.#results.push(pass)
    if (this.#results.length > resultsMax) this.#results.shift()
    const after = this.#judge(status, confirmation)
    if (after !== status) this.#results = this.#results.slice(-1)
    return after
  }

  confirming(status: ConfirmedStatus, confirmation: Confirmation = unconfirmed): Confirming | undefined {
    const isPassing = this.newest
    if (isPassing === undefined || isPassing === (status === 'healthy')) return undefined
    if (isPassing) return status === '' ? undefined : { kind: 'passes', ...this.#countPasses(confirmation) }
    if (status === 'unhealthy') return undefined
    return { kind: 'failures', ...this.#countFailures(confirmation) }
  }

  #judge(status: ConfirmedStatus, confirmation: Confirmation): ConfirmedStatus {
    if (this.newest === true) {
      if (status !== 'unhealthy') return 'healthy'
      const { seen, needed } = this.#countPasses(confirmation)
      return seen >= needed ? 'healthy' : status
    }
    if (status === 'unhealthy') return status
    const { seen, needed } = this.#countFailures(confirmation)
    return seen >= needed ? 'unhealthy' : status
  }

  #countFailures({ failures, of }: Confirmation) {
    return { seen: this.#results.slice(-of).filter((pass) => !pass).length, needed: failures, of }
  }

  #countPasses({ passes }: Confirmation) {
    const lastFailure = this.#results.lastIndexOf(false)
    return { seen: this.#results.length - 1 - lastFailure, needed: passes, of: passes }
  }
}
