import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

/** So many browsers one person may have pushes in. */
export const browsersMost = 20

/** A browser that takes pushes for the viewer. */
const pushedBrowserSchema = z.object({
  id: z.string(),
  /** As people call it: `Firefox, Linux`. */
  device: z.string(),
  /** Where its push service takes them; a browser knows itself by it. */
  endpoint: z.string(),
  added_at: z.string(),
  /** When its push service last took one; null for never. */
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
    }, 'is no key of a browser')

/** The viewer's browsers, the oldest first, and the key that another one subscribes with. */
export const pushedBrowsersRoute = contract({
  method: 'GET',
  path: '/api/notification/mine/browsers',
  response: z.object({ key: z.string(), browsers: z.array(pushedBrowserSchema) }),
})

/** Subscribes a browser for the viewer; one that is known is theirs from now on. 409 where there are as many as may be. */
export const addBrowserRoute = contract({
  method: 'POST',
  path: '/api/notification/mine/browsers',
  body: z.object({ endpoint: z.url().max(2_000), p256dh: bytes(65, 65), auth: bytes(16, 16) }),
  response: pushedBrowserSchema,
})

const params = z.object({ id: z.string() })

/** Removes one of the viewer's browsers. 404 for any other. */
export const removeBrowserRoute = contract({
  method: 'DELETE',
  path: '/api/notification/mine/browsers/:id',
  params,
  response: z.object({ id: idSchema }),
})

/** Sends a push to one of the viewer's browsers, and says how that went; one that is gone is removed. 404 for any other. */
export const testBrowserRoute = contract({
  method: 'POST',
  path: '/api/notification/mine/browsers/:id/test',
  params,
  response: z.object({
    /** A sentence why the push service did not take it; null when it did. */
    error: z.string().nullable(),
    is_gone: z.boolean(),
  }),
})
