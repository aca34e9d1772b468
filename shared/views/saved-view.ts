import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

/** How many views one person keeps at most. */
export const viewsPerPersonMax = 100

/** The path of one of the console's own pages: no other site can be written so. */
const pageSchema = z
  .string()
  .max(200)
  .regex(/^(\/[a-z0-9-]+)+$/)
/** What the page's address says after the question mark. */
const querySchema = z
  .string()
  .max(4_000)
  .regex(/^[^#?\s]*$/)
export const viewNameMax = 80
const nameSchema = z.string().trim().min(1).max(viewNameMax)

/** One state of one page under a name, as one person sees it. */
const savedViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  page: z.string(),
  query: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }),
  /** Everybody who may sign in finds it; others than its owner see with it what their own rights show them. */
  isShared: z.boolean(),
  /** The page opens with it for this person when its address says nothing else. */
  isDefault: z.boolean(),
  updatedAt: z.string(),
})
export type SavedView = z.infer<typeof savedViewSchema>

const params = z.object({ id: idSchema })
const done = z.object({})

/** All views that a person finds: their own and the shared ones, by name. */
export const listViewsRoute = contract({
  method: 'GET',
  path: '/api/console/views',
  response: z.array(savedViewSchema),
})

export const saveViewRoute = contract({
  method: 'POST',
  path: '/api/console/views',
  body: z.strictObject({ name: nameSchema, page: pageSchema, query: querySchema, isShared: z.boolean() }),
  response: z.object({ id: idSchema }),
})
export type NewView = z.infer<typeof saveViewRoute.body>

/** What is left out stays as it is. */
export const changeViewRoute = contract({
  method: 'PATCH',
  path: '/api/console/views/:id',
  params,
  body: z.strictObject({ name: nameSchema, query: querySchema, isShared: z.boolean() }).partial(),
  response: done,
})
export type ViewChange = z.infer<typeof changeViewRoute.body>

export const deleteViewRoute = contract({
  method: 'DELETE',
  path: '/api/console/views/:id',
  params,
  response: done,
})

/** With which view a page opens for the person who asks; null for none. */
export const defaultViewRoute = contract({
  method: 'POST',
  path: '/api/console/default-view',
  body: z.strictObject({ page: pageSchema, id: idSchema.nullable() }),
  response: done,
})
