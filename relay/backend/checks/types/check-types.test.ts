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
  const here = checkKinds.map(({ key }) => key)

  test('cover all documented keys', () => {
    expect(documented.filter((key) => !here.includes(key))).toEqual([])
    expect(here.filter((key, index) => here.indexOf(key) !== index)).toEqual([])
  })

  test.each(here)('read as %s, reject a spec that is not a map with an issue at its path', (key) => {
    const kind = checkKinds.find((known) => known.key === key)
    for (const spec of [null, 'text', 3, []]) expect(kind?.read(spec)).toMatchObject({ issues: [{ path: [] }] })
    expect(kind?.read({ nonsense: 1 })).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ path: ['nonsense'] })]) as unknown,
    })
  })
})
