import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { momentSchema } from './moment.ts'
import { permissionActionsSchema, permissionObjectSchema } from './permission-document.ts'

const name = z.string().min(1).optional()
export const permissionSpecSchema = z.strictObject({
  description: z.string().nullish(),
  subject: z
    .strictObject({
      group: name,
      person: name,
      team: name,
      notification: name,
      playbook: name,
      canary: name,
      scraper: name,
      topology: name,
    })
    .refine((named) => Object.keys(named).length === 1, { error: 'Name one person, team, group or other subject' }),
  action: z.string(),
  deny: booleanField.nullish(),
  object: z.string().min(1).nullish(),
  object_selector: z.unknown().optional(),
  resource: z
    .strictObject({ canary: name, playbook: name, connection: name })
    .refine((named) => Object.keys(named).length > 0, {
      error: 'Name a canary, playbook or connection, or leave it out',
    })
    .nullish(),
  agents: z.array(z.string()).nullish(),
  tags: z.unknown().optional(),
  until: momentSchema.nullish(),
})

export const permissionDocumentSchema = z.strictObject({
  ...permissionSpecSchema.shape,
  action: permissionSpecSchema.shape.action.optional(),
  actions: permissionActionsSchema.optional(),
  object: z.union([z.string().min(1), permissionObjectSchema]).nullish(),
})
