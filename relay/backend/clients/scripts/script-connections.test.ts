import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { runProcess } from '#relay/backend/process/run-process.ts'
import { readScriptConnections, withScriptConnections } from './script-connections.ts'

const connections: Readonly<Record<string, Partial<ClientConnection>>> = {
  'connection://prod/aws': { username: 'AKIA1', password: 'aws-secret', properties: { region: 'eu-west-1' } },
  'connection://prod/google': { certificate: '{"project_id":"shop","private_key":"google-secret"}' },
  'connection://prod/azure': { username: 'client', password: 'azure-secret', properties: { tenant: 'directory' } },
  'connection://prod/cluster': { certificate: 'users: [{name: a, user: {token: cluster-token}}]\n' },
}

const plain = async (source: unknown) =>
  typeof source === 'object' && source !== null && 'value' in source ? String(source.value) : String(source)

const createRun = () => {
  const hidden: string[] = []
  const run: ClientRun = {
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    plain,
    secret: async (source) => {
      const text = await plain(source)
      hidden.push(text)
      return text
    },
    hide: (text) => void hidden.push(text),
    sandbox: undefined,
    findConfigs: undefined,
    connection: async (reference) => {
      const found = connections[reference]
      if (found === undefined) throw new Error(`No connection ${reference}.`)
      const { password = '', certificate = '' } = found
      return {
        url: '',
        username: '',
        password,
        insecureTls: false,
        properties: {},
        ...found,
        secrets: [password, certificate].filter((text) => text !== ''),
      }
    },
  }
  return { run, hidden }
}

const read = (value: unknown) => {
  const found = readScriptConnections(value)
  if ('reason' in found) throw new Error(`${found.path.join('.')}: ${found.reason}`)
  return found.connections
}

const runWith = async (value: unknown, script: string) => {
  const { run, hidden } = createRun()
  const seen: Record<string, string> = {}
  const output = await withScriptConnections(read(value), run, async ({ variables }) => {
    Object.assign(seen, variables)
    const env = { PATH: process.env['PATH'] ?? '', ...variables }
    return (await runProcess('sh', ['-c', script], { env, signal: run.signal })).stdout
  })
  return { output, hidden, variables: seen }
}

const folder = mkdtempSync(join(tmpdir(), 'script-connections-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a script signs in with the variables that clients read', () => {
  test('AWS, by connection and by a key of the document', async () => {
    const { output, hidden } = await runWith(
      { aws: { connection: 'connection://prod/aws' } },
      'echo "$AWS_ACCESS_KEY_ID $AWS_SECRET_ACCESS_KEY $AWS_REGION $AWS_DEFAULT_REGION"',
    )
    expect(output).toBe('AKIA1 aws-secret eu-west-1 eu-west-1\n')
    expect(hidden).toContain('aws-secret')
    const own = { accessKey: 'AKIA2', secretKey: { value: 's2' }, region: 'us-east-2', endpoint: 'http://127.0.0.1:1' }
    const { variables } = await runWith({ aws: { ...own, sessionToken: 't' } }, 'true')
    expect(variables).toEqual({
      AWS_ACCESS_KEY_ID: 'AKIA2',
      AWS_SECRET_ACCESS_KEY: 's2',
      AWS_SESSION_TOKEN: 't',
      AWS_REGION: 'us-east-2',
      AWS_DEFAULT_REGION: 'us-east-2',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    })
  })

  test('Google Cloud and Kubernetes, with files that exist only while it runs', async () => {
    const { output, variables, hidden } = await runWith(
      {
        gcp: { connection: 'connection://prod/google' },
        kubernetes: { connection: 'connection://prod/cluster' },
      },
      'cat "$GOOGLE_APPLICATION_CREDENTIALS" "$CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE" "$KUBECONFIG"; echo "$GOOGLE_CLOUD_PROJECT"',
    )
    const key = '{"project_id":"shop","private_key":"google-secret"}'
    expect(output).toBe(`${key}${key}users: [{name: a, user: {token: cluster-token}}]\nshop\n`)
    expect(hidden).toContain('cluster-token}}]')
    for (const name of ['GOOGLE_APPLICATION_CREDENTIALS', 'KUBECONFIG'])
      expect(existsSync(variables[name] ?? '')).toBe(false)
  })

  test('a kubeconfig that is a path stays that path', async () => {
    const { variables } = await runWith({ kubernetes: { kubeconfig: '/etc/kubeconfig' } }, 'true')
    expect(variables).toEqual({ KUBECONFIG: '/etc/kubeconfig' })
  })

  test('Azure, and az signs in with the secret in a file', async () => {
    const path = process.env['PATH']
    writeFileSync(
      join(folder, 'az'),
      `#!/bin/sh\necho "$@ in $AZURE_CONFIG_DIR" | sed "s#@.*azure-secret#@$(cat "$(echo "$6" | cut -c2-)")#" > ${folder}/az.log`,
      { mode: 0o755 },
    )
    process.env['PATH'] = `${folder}:${path}`
    try {
      const { output, variables } = await runWith(
        { azure: { connection: 'connection://prod/azure' } },
        `cat ${folder}/az.log; echo "$AZURE_CLIENT_ID $AZURE_CLIENT_SECRET $AZURE_TENANT_ID"`,
      )
      expect(output).toBe(
        `login --service-principal --username client --password @azure-secret --tenant directory in ${variables['AZURE_CONFIG_DIR']}\nclient azure-secret directory\n`,
      )
      writeFileSync(join(folder, 'az'), '#!/bin/sh\necho "AADSTS7000215: invalid secret" >&2; exit 1', { mode: 0o755 })
      await expect(runWith({ azure: { connection: 'connection://prod/azure' } }, 'true')).rejects.toThrow(
        'connections.azure: az login failed: AADSTS7000215: invalid secret',
      )
    } finally {
      process.env['PATH'] = path
    }
  })
})

test.each([
  [{ aws: {} }, 'aws: needs connection or accessKey'],
  [{ aws: { accessKey: 'a' } }, 'aws.secretKey: requires accessKey: set both or neither'],
  [{ gcp: { project: 'a' } }, 'gcp: needs connection or credentials'],
  [{ kubernetes: {} }, 'kubernetes: needs connection or kubeconfig or eks or gke'],
  [{ kubernets: {} }, 'kubernets: unknown field (did you mean "kubernetes"?)'],
  [{ fromConfigItem: 'x' }, 'fromConfigItem: cannot work here'],
  [{ eksPodIdentity: true }, 'eksPodIdentity: cannot work here'],
])('rejects %j', (value, message) => {
  expect(() => read(value)).toThrow(message)
})
