import { z } from 'zod'

const text = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)

/** What is kept of a responder outside, as far as it says how to ask (contract 7.7). */
export const outwardPropertiesSchema = z.object({
  responderType: z.string().catch(''),
  connection: text,
  to: z
    .union([z.string(), z.array(z.string()).transform((all) => all.join(','))])
    .optional()
    .catch(undefined),
  channel: text,
  project: text,
  issueType: text,
  summary: text,
  asked: text,
})
export type OutwardProperties = z.output<typeof outwardPropertiesSchema>

/** As much of it as names whom to ask. */
export const outwardNameSchema = outwardPropertiesSchema.pick({
  responderType: true,
  to: true,
  channel: true,
  project: true,
})

/** Whom it says to ask: an address, a channel, a project, or else by which way. */
export const outwardName = ({ to, channel, project, responderType }: z.output<typeof outwardNameSchema>): string =>
  to ?? channel ?? project ?? responderType
