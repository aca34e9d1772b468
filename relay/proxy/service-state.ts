export interface ServiceState {
  readonly answered: () => void
  readonly failed: () => void
  readonly downSince: () => Date | null
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
