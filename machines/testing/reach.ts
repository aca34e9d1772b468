export const elapsed = (delay: string, stateId: string): never =>
  ({ type: `xstate.after.${delay}.${stateId}` }) as never

export const done = (id: string, output: unknown): never => ({ type: `xstate.done.actor.${id}`, output }) as never

export const failed = (id: string, error: unknown): never => ({ type: `xstate.error.actor.${id}`, error }) as never

interface Path<State> {
  readonly state: State
  readonly steps: readonly { readonly event: { readonly type: string } }[]
}

/** The states of the paths, each with the events that lead to it. */
export const toWays = <State>(paths: readonly Path<State>[]) =>
  paths.map(({ state, steps }) => ({ state, way: steps.map(({ event }) => event.type).join(' → ') }))
