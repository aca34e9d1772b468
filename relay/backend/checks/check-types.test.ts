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

describe('the kinds of checks', () => {
  const here = checkKinds.here.map(({ key }) => key)
  const elsewhere = Object.keys(checkKinds.elsewhere)

  test('are all that documents may hold, each either here or with the reason why not', () => {
    const known = [...here, ...elsewhere]
    expect(documented.filter((key) => !known.includes(key))).toEqual([])
    expect(known.filter((key, index) => known.indexOf(key) !== index)).toEqual([])
  })

  test.each(elsewhere)('say why %s cannot run here', (key) => {
    expect(checkKinds.elsewhere[key]).toMatch(
      new RegExp(`^Checks of kind '${key}' cannot run on this installation: \\S.*[^.]\\.$`),
    )
  })

  test.each(here)('read as %s, answer a spec that is no map with a problem at its place', (key) => {
    const kind = checkKinds.here.find((known) => known.key === key)
    for (const spec of [null, 'text', 3, []]) expect(kind?.read(spec)).toMatchObject({ issues: [{ path: [] }] })
    expect(kind?.read({ nonsense: 1 })).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ path: ['nonsense'] })]) as unknown,
    })
  })
})
