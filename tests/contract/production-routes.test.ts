import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'

const shared = fileURLToPath(new URL('../../shared/', import.meta.url))
const contractSchema = z.object({
  method: z.string(),
  path: z.string().startsWith('/api/'),
  embeddedOnly: z.literal(true).optional(),
})

/** Served by the relay itself, whatever its backend is. */
const ofRelay = /^\/api\/(?:\.ory|console|access)\/|^\/api\/playbook\/run\/action\/|^\/api\/ui-snippet/
/** Administration of the accounts of the embedded identity service. */
const ofAccounts = /^\/api\/auth\/:id\/(?:invite_again|reset_second_factor)$/

const ofProduction = [
  'DELETE /people/:id',
  'GET /about',
  'GET /artifacts/download/:id',
  'GET /artifacts/list/check/:id/:time',
  'GET /artifacts/list/playbook_run/:id',
  'GET /auth/whoami',
  'GET /canary/about',
  'GET /canary/api/graph',
  'GET /canary/api/summary',
  'GET /canary/api/topology',
  'GET /catalog/changes',
  'GET /playbook/list',
  'GET /playbook/run/:id',
  'GET /properties',
  'GET /schemas/:file',
  'GET /snapshot/topology/:id',
  'POST /agent/generate',
  'POST /agent/push',
  'POST /agent/token',
  'POST /auth/:id/update_state',
  'POST /auth/invite_user',
  'POST /canary/api/summary',
  'POST /canary/run/check/:id',
  'POST /canary/run/topology/:id',
  'POST /catalog/changes',
  'POST /catalog/summary',
  'POST /connection/test/:id',
  'POST /logs',
  'POST /notification/silence',
  'POST /notification/summary',
  'POST /people/update',
  'POST /playbook/:id/params',
  'POST /playbook/run',
  'POST /playbook/run/approve/:id',
  'POST /playbook/run/cancel/:id',
  'POST /playbook/webhook/*',
  'POST /rbac/:id/update_role',
  'POST /resources/search',
]

test('every route that production lacks is marked, so that the console does not request it there', async () => {
  const files = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('node_modules'),
  )
  const modules = await Promise.all(files.map(async (file): Promise<object> => import(`${shared}${file}`)))
  const routes = modules
    .flatMap((module) => Object.values(module))
    .flatMap((value) => contractSchema.safeParse(value).data ?? [])
    .filter(({ path, embeddedOnly }) => embeddedOnly !== true && !ofRelay.test(path) && !ofAccounts.test(path))
    .map(({ method, path }) => `${method} ${path.replace('/api', '')}`)
  expect([...new Set(routes)].toSorted()).toEqual(ofProduction)
})
