import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

export const browsersMost = 20

const pushedBrowserSchema = z.object({
  id: z.string(),
  device: z.string(),
  endpoint: z.string(),
  added_at: z.string(),
  reached_at: z.string().nullable(),
})
export type PushedBrowser = z.infer<typeof pushedBrowserSchema>

const bytes = (least: number, most: number) =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+$/)
    .refine((text) => {
      const length = Math.floor((text.length * 3) / 4)
      return length >= least && length <= most
    }, 'must be a browser key')

export const pushedBrowsersRoute = contract({
  method: 'GET',
  path: '/api/notification/mine/browsers',
  embeddedOnly: true,
  response: z.object({ key: z.string(), browsers: z.array(pushedBrowserSchema) }),
})

/** A known browser moves to this viewer. 409 at the limit. */
export const addBrowserRoute = contract({
  method: 'POST',
  path: '/api/notification/mine/browsers',
  embeddedOnly: true,
  body: z.object({ endpoint: z.url().max(2_000), p256dh: bytes(65, 65), auth: bytes(16, 16) }),
  response: pushedBrowserSchema,
})

const params = z.object({ id: z.string() })

export const removeBrowserRoute = contract({
  method: 'DELETE',
  path: '/api/notification/mine/browsers/:id',
  embeddedOnly: true,
  params,
  response: z.object({ id: idSchema }),
})

export const testBrowserRoute = contract({
  method: 'POST',
  path: '/api/notification/mine/browsers/:id/test',
  embeddedOnly: true,
  params,
  response: z.object({
    error: z.string().nullable(),
    is_gone: z.boolean(),
  }),
})
