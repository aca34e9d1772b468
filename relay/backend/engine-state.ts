/** The outcome of work that an engine repeats in the background. */
export interface EngineState {
  /** The error of the last attempt; undefined when it succeeded, or before the first. */
  readonly failure: () => string | undefined
  /** False while every attempt since the start has failed. */
  readonly hasStarted: () => boolean
}

/** Records the outcome of each attempt, and passes it on. */
export const createEngineState = (): EngineState & { readonly track: <T>(work: () => Promise<T>) => Promise<T> } => {
  let hasSucceeded = false
  let failure: string | undefined
  return {
    failure: () => failure,
    hasStarted: () => hasSucceeded || failure === undefined,
    track: async (work) => {
      try {
        const result = await work()
        hasSucceeded = true
        failure = undefined
        return result
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error)
        throw error
      }
    },
  }
}

/** One state for an engine of several loops: it fails when one of them does. */
export const mergeEngineStates = (states: readonly EngineState[]): EngineState => ({
  failure: () => states.map(({ failure }) => failure()).find((failure) => failure !== undefined),
  hasStarted: () => states.every(({ hasStarted }) => hasStarted()),
})
