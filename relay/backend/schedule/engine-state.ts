import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
export interface EngineState {
  readonly failure: () => string | undefined
  readonly hasStarted: () => boolean
}

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
        failure = toErrorMessage(error)
        throw error
      }
    },
  }
}

export const mergeEngineStates = (states: readonly EngineState[]): EngineState => ({
  failure: () => states.map(({ failure }) => failure()).find((failure) => failure !== undefined),
  hasStarted: () => states.every(({ hasStarted }) => hasStarted()),
})
