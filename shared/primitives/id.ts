import { z } from 'zod'

/**
 * An id as backends write it: 8-4-4-4-12 hex digits. The production services make theirs of ULIDs, so that most of them are no
 * UUIDs by RFC 9562, which `z.uuid()` insists on.
 */
export const idSchema = z.guid()

export const isId = (text: string): boolean => idSchema.safeParse(text).success
