import { z } from 'zod'

const text = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)

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

export const outwardNameSchema = outwardPropertiesSchema.pick({
  responderType: true,
  to: true,
  channel: true,
  project: true,
})

export const outwardName = ({ to, channel, project, responderType }: z.output<typeof outwardNameSchema>): string =>
  to ?? channel ?? project ?? responderType
