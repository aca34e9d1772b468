import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { grantSchema } from '#shared/access/grant.ts'
import { accessObjects, objectKinds } from '#shared/access/objects.ts'
import { accessActions, resources } from '#shared/access/resources.ts'

const id = z.string().min(1).max(200).optional()

const explanationQuerySchema = z.strictObject({
  person: z.string().min(1).max(200),
  action: z.enum(accessActions),
  resource: z.enum(resources),
  object: z.enum(accessObjects).optional(),
  feature: id,
  config: id,
  component: id,
  canary: id,
  playbook: id,
  connection: id,
})

export type ExplanationQuery = z.infer<typeof explanationQuerySchema>

const named = z.object({ id: z.string(), name: z.string() })

const stepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flag'), feature: z.string(), effect: z.enum(['passes', 'hides']) }),
  z.object({ kind: z.literal('role'), role: z.string(), effect: z.enum(['grants', 'nothing']) }),
  z.object({
    kind: z.literal('permission'),
    grant: grantSchema,
    via: z.object({ type: z.enum(['person', 'team', 'group']), name: z.string() }),
    effect: z.enum(['grants', 'denies', 'nothing']),
    inPart: z.boolean(),
    because: z.enum(['action', 'object', 'thing', 'ended', 'roleOnly', 'administrator']).nullable(),
  }),
])

export const explanationSchema = z.object({
  person: named.extend({ roles: z.array(z.string()), teams: z.array(named) }),
  answer: z.enum(['allowed', 'some', 'refused']),
  chain: z.array(stepSchema),
  decidedBy: z.number().nullable(),
  until: z.string().nullable(),
  objects: z.array(z.object({ kind: z.enum(objectKinds), id: z.string(), name: z.string() })),
  roles: z.array(z.string()),
  others: z.array(named),
  othersCount: z.number(),
  unknown: z.array(z.string()),
})
export type Explanation = z.infer<typeof explanationSchema>

export const explanationRoute = contract({
  method: 'GET',
  path: '/api/access/explanation',
  query: explanationQuerySchema,
  response: explanationSchema,
})
