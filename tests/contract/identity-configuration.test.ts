import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { flowPages } from '#shared/identity/flow-pages.ts'
import { identityBaseUrl } from '#shared/identity/public-address.ts'

const folder = new URL('../../relay/proxy/identity-service/', import.meta.url)
const text = readFileSync(new URL('kratos.yml', folder), 'utf8')
const origin = 'http://localhost:4600'

const page = z.object({ ui_url: z.string() })
const configuration = z
  .object({
    serve: z.object({ public: z.object({ base_url: z.string() }), admin: z.object({ host: z.string() }) }),
    selfservice: z.object({
      allowed_return_urls: z.array(z.string()),
      methods: z.object({
        webauthn: z.object({ config: z.object({ rp: z.object({ id: z.string(), origins: z.array(z.string()) }) }) }),
      }),
      flows: z.object({
        error: page,
        login: page,
        registration: page,
        verification: page,
        recovery: page,
        settings: page,
        logout: z.object({ after: z.object({ default_browser_return_url: z.string() }) }),
      }),
    }),
  })
  .parse(parse(text))

test('the identity service of the README uses existing pages of the console', () => {
  const { logout, error, ...flows } = configuration.selfservice.flows
  expect(Object.entries(flows).map(([kind, { ui_url: url }]) => [kind, url])).toEqual(
    Object.keys(flows).map((kind) => [kind, `${origin}${flowPages[kind as keyof typeof flows]}`]),
  )
  expect([error.ui_url, logout.after.default_browser_return_url]).toEqual([
    `${origin}/error`,
    `${origin}${flowPages.login}`,
  ])
})

test('it serves one console only and exposes no administration API', () => {
  const { serve, selfservice } = configuration
  expect(serve.public.base_url).toBe(identityBaseUrl(origin))
  expect(serve.admin.host).toBe('127.0.0.1')
  expect(selfservice.allowed_return_urls).toEqual([origin])
  expect(selfservice.methods.webauthn.config.rp).toMatchObject({ id: new URL(origin).hostname, origins: [origin] })
  expect([...new Set(text.match(/https?:\/\/[^/\s,]+/g))]).toEqual([origin])
})

test('its accounts have the traits that the console reads', () => {
  const schema: unknown = JSON.parse(readFileSync(new URL('person.schema.json', folder), 'utf8'))
  const name = { properties: { first: {}, last: {} } }
  const email = { 'ory.sh/kratos': { verification: { via: 'email' }, recovery: { via: 'email' } } }
  expect(schema).toMatchObject({ properties: { traits: { properties: { email, name }, required: ['email'] } } })
})
