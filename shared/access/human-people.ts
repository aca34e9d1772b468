/** Conditions on `people` that leave out what no one can talk to: accounts of agents and tokens, and production's `System`. */
export const humanPeople = { deleted_at: 'is.null', email: 'not.is.null', or: '(type.is.null,type.eq.)' } as const
