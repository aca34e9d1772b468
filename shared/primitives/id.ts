import { z } from 'zod'

/** Do not use `z.uuid()`: the production services derive ids from ULIDs, which are not valid by RFC 9562. */
export const idSchema = z.guid()

export const isId = (text: string): boolean => idSchema.safeParse(text).success
