/**
 * The event that XState itself raises when the named delay has passed in the state with this id, such as
 * `connection.connecting`: for walking a machine's paths. It is in no machine's own union of events, hence the casts.
 */
export const elapsed = (delay: string, stateId: string): never =>
  ({ type: `xstate.after.${delay}.${stateId}` }) as never

/** The event that XState itself raises when the invoked promise with this id has resolved. */
export const done = (id: string, output: unknown): never => ({ type: `xstate.done.actor.${id}`, output }) as never

/** The event that XState itself raises when the invoked promise with this id has rejected. */
export const failed = (id: string, error: unknown): never => ({ type: `xstate.error.actor.${id}`, error }) as never
