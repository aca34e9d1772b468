import { z } from 'zod'

/** A published field that cannot work here. It is accepted only where it is off. */
export const unavailable = (reason: string) =>
  z.unknown().refine((value) => value === undefined || value === null || value === false || value === '', {
    message: `cannot work here: ${reason}`,
  })
