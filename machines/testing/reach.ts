/**
 * The events that XState itself raises, for walking a machine's paths: they are in no machine's own union of events,
 * which is what the casts are for.
 */

/** The actor that was invoked with this id has ended well. */
export const done = (id: string, output?: unknown): never => ({ type: `xstate.done.actor.${id}`, output }) as never

/** The actor that was invoked with this id has failed. */
export const failed = (id: string, error: unknown): never => ({ type: `xstate.error.actor.${id}`, error }) as never

/** The named delay has passed in the state with this id, such as `connection.connecting`. */
export const elapsed = (delay: string, stateId: string): never =>
  ({ type: `xstate.after.${delay}.${stateId}` }) as never
