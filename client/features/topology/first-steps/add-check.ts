import { z } from 'zod'
import { clients } from '#client/api/clients.ts'

const bareHost = /^(localhost|127\.|\[::1\]|[\w-]+$)/i

/** Null for text that is no address. */
export const parseCheckUrl = (text: string): URL | null => {
  const typed = text.trim()
  // Chromium encodes spaces in a host name instead of rejecting them.
  if (typed === '' || /\s/.test(typed)) return null
  const scheme = /^\w+:\/\//.test(typed) ? '' : bareHost.test(typed) ? 'http://' : 'https://'
  const url = URL.canParse(`${scheme}${typed}`) ? new URL(`${scheme}${typed}`) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

/** A valid name of a resource that no other check has. */
export const nameCheck = (url: URL, taken: ReadonlySet<string>): string => {
  const name = `${url.hostname}${url.pathname}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  const isFree = (each: string) => !taken.has(each)
  return [name, ...Array.from({ length: taken.size }, (_, index) => `${name}-${index + 2}`)].find(isFree) ?? name
}

const created = z.array(z.object({ id: z.string() }))

export const createCheck = async (url: URL, taken: ReadonlySet<string>, personId: string): Promise<string> => {
  const name = nameCheck(url, taken)
  const { data } = await clients.data('/canaries', {
    method: 'POST',
    query: { select: 'id' },
    body: {
      name,
      namespace: 'default',
      source: 'UI',
      created_by: personId || undefined,
      spec: { schedule: '@every 30s', http: [{ name, url: url.href }] },
    },
    schema: created,
  })
  const [canary] = data
  if (canary === undefined) throw new Error('The check was saved, but you cannot read it.')
  return canary.id
}
