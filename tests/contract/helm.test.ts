import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { healthzRoute, metricsRoute, readyzRoute } from '#shared/status/status-routes.ts'
import { createOriginGuard } from '#relay/access/origin-guard.ts'
import { readConfig } from '#relay/config/config.ts'
import { environmentSchema, redacted } from '#relay/config/variables.ts'
import { chartCases, recordedFiles, recordedPath } from '#tests/fixtures/helm/chart-cases.ts'
import { checkTypes, operatorSchemas } from '#tests/fixtures/helm/kubernetes-types.ts'
import {
  chartFolder,
  parseObjects,
  renderChart,
  type KubernetesObject,
  type Values,
} from '#tests/fixtures/helm/render-chart.ts'
import { secretExamples } from '#tests/fixtures/secret-examples.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const cases = Object.entries<Values>(chartCases)
const rendered = new Map(cases.map(([name, values]) => [name, renderChart(values)]))
const names = [...rendered.keys()]
const getObjects = (name: string): KubernetesObject[] => rendered.get(name) ?? []
const kinds = (objects: readonly KubernetesObject[]) => objects.map(({ kind }) => kind).sort()
const byName = (objects: readonly KubernetesObject[]) =>
  objects.toSorted((a, b) => `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`))
const isOfOperator = ({ apiVersion }: KubernetesObject) => apiVersion.startsWith('monitoring.coreos.com/')

const labels = z.record(z.string(), z.string())
const matchSchema = z.object({ matchLabels: labels })
const variableSchema = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .object({
      secretKeyRef: z.object({ name: z.string(), key: z.string() }).optional(),
      fieldRef: z.object({ fieldPath: z.string() }).optional(),
    })
    .optional(),
})
const probeSchema = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const podSchema = z.object({
  metadata: z.object({ labels }),
  spec: z.object({
    terminationGracePeriodSeconds: z.number(),
    containers: z.tuple([
      z.object({
        env: z.array(variableSchema),
        ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
        startupProbe: probeSchema,
        livenessProbe: probeSchema,
        readinessProbe: probeSchema,
        lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.tuple([z.string(), z.string()]) }) }) }),
        resources: z.object({
          requests: z.object({ cpu: z.string(), memory: z.string() }),
          limits: z.object({ memory: z.string() }),
        }),
      }),
    ]),
  }),
})
const findPod = (objects: readonly KubernetesObject[]) => {
  const set = objects.find(({ kind }) => kind === 'StatefulSet')
  return z.object({ spec: z.object({ template: podSchema }) }).parse(set).spec.template
}
const findRelay = (objects: readonly KubernetesObject[]) => findPod(objects).spec.containers[0]

describe.each(names)('the chart with the values "%s"', (name) => {
  test('renders as Helm does', () => {
    const own = renderChart(chartCases[name as keyof typeof chartCases], recordedFiles)
    expect(byName(own)).toEqual(byName(parseObjects(read(recordedPath(name)))))
  })

  test('sets only variables of the relay, with values that it accepts', () => {
    const { env } = findRelay(getObjects(name))
    expect(new Set(env.map((variable) => variable.name)).size).toBe(env.length)
    const own = env.filter((variable) => variable.name !== 'POD_IP')
    expect(own.filter((variable) => !(variable.name in environmentSchema.shape))).toEqual([])
    const values = own.map(({ name: variable, value }) => [variable, value ?? secretExamples[variable]])
    expect(values.filter(([, value]) => value === undefined)).toEqual([])
    const config = readConfig({ ...Object.fromEntries(values), RESOURCES_DIR: chartFolder })
    expect(config).toMatchObject({ host: '0.0.0.0', port: 4600, dataDir: '/data' })
    expect(findRelay(getObjects(name)).ports).toEqual([{ name: 'http', containerPort: config.port }])
  })

  test('takes secrets from the Secret only', () => {
    for (const { name: variable, value, valueFrom } of findRelay(getObjects(name)).env) {
      if (!(variable in secretExamples)) continue
      expect(value).toBeUndefined()
      expect(valueFrom?.secretKeyRef).toEqual({ name: 'console-secrets', key: variable })
    }
  })

  test('selects the pods of the relays everywhere', () => {
    const pod = findPod(getObjects(name)).metadata.labels
    const selectorSchema = z.object({
      spec: z.object({ selector: z.unknown().optional(), podSelector: z.unknown().optional() }),
    })
    for (const object of getObjects(name)) {
      if (!['Service', 'StatefulSet', 'PodDisruptionBudget', 'NetworkPolicy'].includes(object.kind)) continue
      const { selector, podSelector } = selectorSchema.parse(object).spec
      const wanted =
        object.kind === 'Service' ? labels.parse(selector) : matchSchema.parse(selector ?? podSelector).matchLabels
      expect(pod).toMatchObject(wanted)
    }
  })
})

test('every object matches the schema of Kubernetes or of the Prometheus operator', async () => {
  const all = [...rendered.values()].flat()
  expect(await checkTypes(all.filter((object) => !isOfOperator(object)))).toEqual([])
  for (const object of all.filter(isOfOperator)) {
    const schema = operatorSchemas[object.kind as keyof typeof operatorSchemas]
    expect(schema.safeParse(object).error).toBeUndefined()
  }
  const broken = structuredClone(getObjects('defaults').find(({ kind }) => kind === 'StatefulSet'))
  const spec = z.object({ spec: z.object({ template: z.object({ spec: z.record(z.string(), z.unknown()) }) }) })
  if (broken === undefined) throw new Error('the chart has no StatefulSet')
  const { template } = spec.parse(broken).spec
  const misspelt = {
    ...broken,
    spec: {
      ...z.looseObject({}).parse(broken['spec']),
      template: { ...template, spec: { ...template.spec, securityContxt: {} } },
    },
  }
  expect(await checkTypes([misspelt])).toEqual([expect.stringContaining('securityContxt')])
})

test('several relays add a disruption budget, everything else has to be enabled', () => {
  const one = ['Service', 'Service', 'ServiceAccount', 'StatefulSet']
  expect(kinds(getObjects('defaults'))).toEqual(one)
  expect(kinds(getObjects('several-relays'))).toEqual(['PodDisruptionBudget', ...one])
  const more = ['ConfigMap', 'ConfigMap', 'Ingress', 'NetworkPolicy', 'PrometheusRule', 'ServiceMonitor']
  expect(kinds(getObjects('everything'))).toEqual(['PodDisruptionBudget', ...one, ...more].sort())
})

const probe = (path: string) => ({ httpGet: { path, port: 'http' } })
test('probes and Prometheus use routes that exist and host names that the relay accepts', () => {
  const { env, startupProbe, livenessProbe, readinessProbe } = findRelay(getObjects('defaults'))
  expect([startupProbe, livenessProbe, readinessProbe]).toEqual([
    probe(healthzRoute.path),
    probe(healthzRoute.path),
    probe(readyzRoute.path),
  ])
  const monitor = getObjects('everything').find(({ kind }) => kind === 'ServiceMonitor')
  expect(monitor).toMatchObject({ spec: { endpoints: [{ port: 'http', path: metricsRoute.path }] } })
  const template = env.find(({ name }) => name === 'ALLOWED_HOSTS')?.value ?? ''
  for (const [address, host] of [
    ['10.1.2.3', '10.1.2.3:4600'],
    ['fd00::7', '[fd00::7]:4600'],
  ] as const) {
    const { allowedHosts } = readConfig({ ALLOWED_HOSTS: template.replaceAll('$(POD_IP)', address) })
    const guard = createOriginGuard({ host: '0.0.0.0', publicUrl: undefined, allowedHosts, listeningPort: () => 4600 })
    expect(guard({ url: readyzRoute.path, headers: { host } })).toBeNull()
    expect(guard({ url: readyzRoute.path, headers: { host: '10.1.2.4:4600' } })).toBe('foreign_host')
  }
})

test('a pod has time to end: the pause before SIGTERM and the limit of the relay', () => {
  const { terminationGracePeriodSeconds, containers } = findPod(getObjects('defaults')).spec
  const [program, pause] = containers[0].lifecycle.preStop.exec.command
  const [, limit = ''] = /endWithinMs = ([\d_]+)$/m.exec(read('relay/stop-on-signals.ts')) ?? []
  expect(program).toBe('sleep')
  expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(pause) + Number(limit.replaceAll('_', '')) / 1_000)
})

const publicUrl = 'https://console.example.org'
const secret = (...variables: string[]) => ({ name: 'console-secrets', variables })
test.each<[string, Values, string]>([
  ['no address', {}, 'publicUrl is not set'],
  ['an invalid address', { publicUrl: 'console.example.org' }, '/publicUrl'],
  ['an unknown value', { publicUrl, replica: 2 }, 'must NOT have additional properties'],
  ['several relays without a database', { publicUrl, replicas: 2 }, 'DATABASE_URL is not in secret.variables'],
  ['several relays without a key', { publicUrl, replicas: 2, secret: secret('DATABASE_URL') }, 'SECRETS_KEY is not in'],
  [
    'several relays that seal sign-ins differently',
    { publicUrl, replicas: 2, secret: secret('DATABASE_URL', 'SECRETS_KEY') },
    'IDENTITY_KEY is not in',
  ],
  ['no volume and no database', { publicUrl, persistence: { enabled: false } }, 'DATABASE_URL is not in'],
  ['a secret in plain text', { publicUrl, environment: { REDIS_URL: 'redis://x' } }, '/environment'],
  ['a variable that the chart sets', { publicUrl, environment: { PORT: '80' } }, '/environment'],
  ['a switch that YAML reads as a boolean', { publicUrl, environment: { EXEC: false } }, '/environment/EXEC'],
  ['a variable that does not exist', { publicUrl, secret: secret('DATABASE_URI') }, '/secret/variables/0'],
  ['no name of the Secret', { publicUrl, secret: { variables: ['SMTP_URL'] } }, 'secret.name is not'],
  [
    'a variable at two places',
    { publicUrl, environment: { HOSTED_BACKENDS: 'x' }, secret: secret('HOSTED_BACKENDS') },
    'HOSTED_BACKENDS is in environment and in secret.variables',
  ],
  ['a policy that allows every pod', { publicUrl, networkPolicy: { enabled: true } }, 'networkPolicy.from is empty'],
])('rejects %s', (_title, values, message) => {
  expect(() => renderChart(values)).toThrow(message)
})

test('values.schema.json knows exactly the variables of the relay, and which of them are secret', () => {
  const variables = z.object({
    properties: z.object({
      environment: z.object({ properties: z.record(z.string(), z.unknown()) }),
      secret: z.object({
        properties: z.object({ variables: z.object({ items: z.object({ enum: z.array(z.string()) }) }) }),
      }),
    }),
  })
  const { environment, secret: ofSecret } = variables.parse(
    JSON.parse(read(`${chartFolder}values.schema.json`)),
  ).properties
  const inSecret = ofSecret.properties.variables.items.enum
  const elsewhere = new Set(['DATA_DIR', 'HOST', 'PORT', 'PUBLIC_URL', 'RESOURCES_DIR', ...Object.keys(secretExamples)])
  const all = Object.keys(environmentSchema.shape)
  expect(Object.keys(environment.properties).sort()).toEqual(all.filter((name) => !elsewhere.has(name)).sort())
  const addresses = new Set(['IDENTITY_URL', 'PUBLIC_URL', 'UPSTREAM_URL'])
  expect(inSecret.toSorted()).toEqual(
    Object.keys(redacted)
      .filter((name) => !addresses.has(name))
      .sort(),
  )
  expect(Object.keys(secretExamples).filter((name) => !inSecret.includes(name))).toEqual([])
})

test('the chart has the version of the product', () => {
  const versionSchema = z.object({ version: z.string() })
  const { version } = versionSchema.parse(JSON.parse(read('package.json')))
  expect(parse(read(`${chartFolder}Chart.yaml`))).toMatchObject({ version, appVersion: version })
})
