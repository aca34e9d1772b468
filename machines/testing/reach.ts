export const elapsed = (delay: string, stateId: string): never =>
  ({ type: `xstate.after.${delay}.${stateId}` }) as never

export const done = (id: string, output: unknown): never => ({ type: `xstate.done.actor.${id}`, output }) as never

export const failed = (id: string, error: unknown): never => ({ type: `xstate.error.actor.${id}`, error }) as never
