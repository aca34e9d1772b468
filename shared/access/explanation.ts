import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { grantSchema } from '#shared/access/grant.ts'
import { accessObjects, objectKinds } from '#shared/access/objects.ts'
import { accessActions, resources } from '#shared/access/resources.ts'

const id = z.string().min(1).max(200).optional()

/** A question: may a person do something, perhaps with one thing of each kind. */
const explanationQuerySchema = z.strictObject({
  person: z.string().min(1).max(200),
  action: z.enum(accessActions),
  resource: z.enum(resources),
  /** The object that grants name, where it is not the resource's usual one. */
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

/** The answer: the decision of `decide` with the chain that leads to it, and what would change it. */
export const explanationSchema = z.object({
  person: named.extend({ roles: z.array(z.string()), teams: z.array(named) }),
  answer: z.enum(['allowed', 'some', 'refused']),
  chain: z.array(stepSchema),
  decidedBy: z.number().nullable(),
  until: z.string().nullable(),
  /** The things that the question names, as far as they are known. */
  objects: z.array(z.object({ kind: z.enum(objectKinds), id: z.string(), name: z.string() })),
  /** The roles that would allow it by themselves. */
  roles: z.array(z.string()),
  /** Other people who may, by name, and how many there are. */
  others: z.array(named),
  othersCount: z.number(),
  /** What could not be found out, in sentences; empty when everything is known. */
  unknown: z.array(z.string()),
})
export type Explanation = z.infer<typeof explanationSchema>

/** May a person do something, and why. */
export const explanationRoute = contract({
  method: 'GET',
  path: '/api/access/explanation',
  query: explanationQuerySchema,
  response: explanationSchema,
})
