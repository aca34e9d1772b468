/** Since when a service that others keep does not answer, as everything that asks it finds out. */
export interface ServiceState {
  readonly answered: () => void
  readonly failed: () => void
  /** Null while it answers. */
  readonly downSince: () => Date | null
  /** Since the relay started. */
  readonly hasEverAnswered: () => boolean
}

export const createServiceState = (now: () => Date = () => new Date()): ServiceState => {
  let since: Date | null = null
  let hasEverAnswered = false
  return {
    answered: () => {
      since = null
      hasEverAnswered = true
    },
    failed: () => {
      since ??= now()
    },
    downSince: () => since,
    hasEverAnswered: () => hasEverAnswered,
  }
}

/** Notes of each question whether it was answered. */
export const watched =
  <Args extends readonly unknown[], Result>(
    ask: (...args: Args) => Promise<Result>,
    state: Pick<ServiceState, 'answered' | 'failed'>,
  ) =>
  async (...args: Args): Promise<Result> => {
    try {
      const result = await ask(...args)
      state.answered()
      return result
    } catch (error) {
      state.failed()
      throw error
    }
  }
