import { describe, expect, test } from 'vitest'
import { checkKinds } from './check-types.ts'

const documented = [
  'http',
  'dns',
  'docker',
  'dockerPush',
  'containerd',
  'containerdPush',
  's3',
  'tcp',
  'pod',
  'ldap',
  'icmp',
  'postgres',
  'mssql',
  'mysql',
  'restic',
  'jmeter',
  'junit',
  'helm',
  'namespace',
  'redis',
  'prometheus',
  'mongodb',
  'cloudwatch',
  'github',
  'gitProtocol',
  'kubernetes',
  'kubernetesResource',
  'folder',
  'exec',
  'awsConfig',
  'awsConfigRule',
  'databaseBackup',
  'catalog',
  'opensearch',
  'elasticsearch',
  'alertmanager',
  'dynatrace',
  'azureDevops',
  'webhook',
  'pubsub',
  'alertManager',
  'mongo',
  'configDB',
]

describe('check kinds', () => {
  const here = checkKinds.here.map(({ key }) => key)
  const elsewhere = Object.keys(checkKinds.elsewhere)

  test('cover all documented keys, each available or with a reason', () => {
    const known = [...here, ...elsewhere]
    expect(documented.filter((key) => !known.includes(key))).toEqual([])
    expect(known.filter((key, index) => known.indexOf(key) !== index)).toEqual([])
  })

  test.each(elsewhere)('explain why %s is not supported', (key) => {
    expect(checkKinds.elsewhere[key]).toMatch(
      new RegExp(`^Check type '${key}' cannot run on this installation: \\S.*[^.]\\.$`),
    )
  })

  test.each(here)('read as %s, reject a spec that is not a map with an issue at its path', (key) => {
    const kind = checkKinds.here.find((known) => known.key === key)
    for (const spec of [null, 'text', 3, []]) expect(kind?.read(spec)).toMatchObject({ issues: [{ path: [] }] })
    expect(kind?.read({ nonsense: 1 })).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ path: ['nonsense'] })]) as unknown,
    })
  })
})
