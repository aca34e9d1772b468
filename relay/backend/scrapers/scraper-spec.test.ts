import { describe, expect, test } from 'vitest'
import { scraperKinds } from './scraper-kinds.ts'
import { readScraperSpec } from './scraper-spec.ts'

const findRejection = async (spec: unknown) => {
  const read = await readScraperSpec(spec, scraperKinds)
  return 'error' in read ? read.error.reason : undefined
}
const lookup = { value: 'x' }

describe('published fields', () => {
  test.each<[kind: string, fields: object]>([
    ['file', { paths: ['/a'], url: '/b', ignore: ['*.bak'], icon: 'file', connection: 'connection://git' }],
    ['file', { paths: ['/a'], url: 'github.com/example/repo?ref=main' }],
    ['file', { paths: ['/a'], transform: { script: { javascript: 'JSON.stringify(config)' } } }],
    ['githubActions', { owner: 'o', repository: 'r', workflows: ['*'], actor: 'ada', branch: 'main' }],
    ['azureDevops', { organization: 'o', projects: ['p'], pipelines: ['*'], maxAge: '7d' }],
    ['gcp', { project: 'p', auditLogs: { since: '1d', permissions: ['compute.*'], dataset: 'd' } }],
    ['aws', { awsConnection: { region: ['eu-central-1'] }, cloudtrail: { exclude: ['A'], max_age: '1d' } }],
    ['http', { url: 'http://a.test', paths: ['x'], ignore: ['y'], ntlm: false, digest: false }],
    [
      'kubernetes',
      {
        clusterName: 'c',
        scope: 'cluster',
        maxInFlight: 8,
        event: { exclusions: ['Pulled'], severityKeywords: { warn: ['x'], error: ['y'] } },
        exclusions: { kind: ['ReplicaSet'] },
        relationships: [{ kind: lookup, name: { label: 'app' }, namespace: { expr: 'metadata.namespace' } }],
      },
    ],
    ['kubernetesFile', { files: [{ path: ['/a'] }], connection: 'connection://k' }],
    ['sql', { connection: 'postgres://a/b', query: 'select 1', items: '$.rows[*]', timestampFormat: '2006-01-02' }],
  ])('of %s load', async (kind, fields) => {
    expect(await findRejection({ [kind]: [fields] })).toBeUndefined()
  })

  test.each<[fields: object]>([
    [{ system: true }],
    [{ file: [{ paths: '/a' }], system: false, crdSync: false }],
    [{ file: [{ paths: '/a' }], retention: { staleAnalysisAge: '30d', staleItemAge: 'keep' } }],
  ])('at the top load: %j', async (spec) => {
    expect(await findRejection(spec)).toBeUndefined()
  })

  test.each<[rules: object]>([
    [{ changes: { mapping: [{ filter: 'true', config_id: 'details.id', config_type: 'A', scraper_id: 'all' }] } }],
    [{ changes: { mapping: [{ action: 'move-up', ancestor_type: 'A' }] } }],
    [{ changes: { mapping: [{ action: 'copy', target: { type: 'A', labels: { app: 'x' } } }] } }],
    [{ relationship: [{ id: lookup, agent: { value: 'self' }, scope: { value: 'all' } }] }],
    [{ relationship: [{ type: lookup, labels: { app: { label: 'app' } } }] }],
    [{ locations: [{ type: 'AWS::*', values: ['{{.config.Region}}'] }] }],
    [{ mask: [{ jsonpath: `$..['password','token'].value`, value: '***' }] }],
  ])('of transform load: %j', async (transform) => {
    expect(await findRejection({ file: [{ paths: '/a', transform }] })).toBeUndefined()
  })
})

test.each<[spec: object, reason: string]>([
  [
    { crdSync: true, system: true },
    'crdSync: cannot work here: documents are read from RESOURCES_DIR, not from a cluster; save them there with kubectl get -o yaml.',
  ],
  [
    { azureDevops: [{ organization: 'o', auditLog: {} }] },
    'azureDevops[0].auditLog: cannot work here: only projects, pipelines, releases and repositories are read.',
  ],
  [
    { file: [{ paths: 's3://bucket/a.json' }] },
    'file[0].paths[0]: is a URL; set url to the repository and paths to its files.',
  ],
  [
    { file: [{ paths: '/a', url: '--upload-pack=x' }] },
    'file[0].url: must be a folder or the address of a git repository.',
  ],
  [
    { file: [{ paths: '/a', transform: { changes: { mapping: [{ action: 'move' }] } } }] },
    'file[0].transform.changes.mapping[0].target: required by the actions move and copy.',
  ],
])('a field that cannot work here is rejected with the reason: %j', async (spec, reason) => {
  expect(await findRejection(spec)).toBe(reason)
})
