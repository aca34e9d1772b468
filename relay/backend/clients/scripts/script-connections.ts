import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { cloudClusterAccess } from '#relay/backend/clients/kubernetes/cloud-cluster.ts'
import type { ClusterAccess } from '#relay/backend/clients/kubernetes/kubeconfig.ts'
import { clusterSignIn } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { envVar } from '#relay/backend/clients/run/fields.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { toPath } from '#relay/backend/resources/parse-documents.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import { findProgram } from '#relay/backend/process/find-program.ts'
import { bareEnvironment, runProcess } from '#relay/backend/process/run-process.ts'
import { withTemporaryFolder } from '#relay/backend/process/temporary-folder.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { openAwsAccess } from '#relay/backend/clients/clouds/aws-access.ts'
import { awsSignIn, hasWholeKey, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'
import { gcpSignIn } from '#relay/backend/clients/clouds/gcp-fields.ts'

const text = z.string().min(1)
const needsOne = (fields: readonly string[]) => ({ message: `needs ${fields.join(' or ')}` })
const hasOne = (fields: readonly string[]) => (spec: Readonly<Record<string, unknown>>) =>
  fields.some((field) => spec[field] !== undefined)
const ways = {
  aws: ['connection', 'accessKey'],
  gcp: ['connection', 'credentials'],
  azure: ['connection', 'clientID'],
  kubernetes: ['connection', 'kubeconfig', 'eks', 'gke'],
}
const ownPod = 'scripts do not have the identity of the pod'

/** Cloud accounts and clusters that the programs of a script sign in with. */
export const scriptConnections = z.strictObject({
  aws: z.strictObject(awsSignIn).refine(hasOne(ways.aws), needsOne(ways.aws)).refine(hasWholeKey, wholeKey).optional(),
  gcp: z.strictObject(gcpSignIn).refine(hasOne(ways.gcp), needsOne(ways.gcp)).optional(),
  azure: z
    .strictObject({
      connection: text.optional(),
      clientID: envVar.optional(),
      clientSecret: secret(envVar).optional(),
      tenantID: text.optional(),
    })
    .refine(hasOne(ways.azure), needsOne(ways.azure))
    .optional(),
  kubernetes: z.strictObject(clusterSignIn).refine(hasOne(ways.kubernetes), needsOne(ways.kubernetes)).optional(),
  fromConfigItem: unavailable('the connection of a scraper is not passed on; set kubernetes.connection').optional(),
  eksPodIdentity: unavailable(`${ownPod}; set aws.connection`).optional(),
  serviceAccount: unavailable(`${ownPod}; set kubernetes.connection or kubernetes.kubeconfig`).optional(),
})
export type ScriptConnections = z.infer<typeof scriptConnections>

interface RejectedConnections {
  readonly path: readonly (string | number)[]
  readonly reason: string
}

export const readScriptConnections = (value: unknown): { connections: ScriptConnections } | RejectedConnections => {
  const given = withoutNulls(value)
  const read = scriptConnections.safeParse(given)
  if (read.success) return { connections: read.data }
  const [issue] = specIssues(scriptConnections, read.error, given)
  return { path: toPath(issue), reason: issue?.message ?? 'cannot be read' }
}

type Variables = Readonly<Record<string, string>>

export interface SignIns {
  readonly variables: Variables
  /** Of the files that the variables name; undefined without any. */
  readonly folder: string | undefined
}

type Keep = (name: string, content: string) => Promise<string>

/** Runs the work with the variables that clients of AWS, Google Cloud, Azure and Kubernetes read, then removes their files. */
export const withScriptConnections = async <T>(
  connections: ScriptConnections | undefined,
  run: ClientRun,
  work: (signIns: SignIns) => Promise<T>,
): Promise<T> => {
  if (connections === undefined) return work({ variables: {}, folder: undefined })
  return withTemporaryFolder(run.sandbox, async (folder) => {
    /** Security: the folder is closed to other users; the script may run as another one than the relay. */
    const keep: Keep = async (name, content) => {
      await writeFile(join(folder, name), content, { mode: 0o644 })
      return join(folder, name)
    }
    const { aws, gcp, azure, kubernetes } = connections
    const variables = {
      ...(aws !== undefined && (await awsVariables(aws, run))),
      ...(gcp !== undefined && (await gcpVariables(gcp, run, keep))),
      ...(azure !== undefined && (await azureVariables(azure, run, folder, keep))),
      ...(kubernetes !== undefined && (await kubernetesVariables(kubernetes, run, keep))),
    }
    return work({ variables, folder })
  })
}

const open = async (reference: string | undefined, run: ClientRun): Promise<ClientConnection | undefined> => {
  if (reference === undefined) return undefined
  const connection = await run.connection?.(reference)
  if (connection === undefined) throw new Error(`${reference} cannot be used here`)
  for (const hidden of connection.secrets) run.hide(hidden)
  return connection
}

const awsVariables = async (spec: NonNullable<ScriptConnections['aws']>, run: ClientRun): Promise<Variables> => {
  const { access, region } = await openAwsAccess(spec, spec.region, run)
  const { accessKey, secretKey, sessionToken } = access.key
  return {
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: secretKey,
    ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    ...(access.endpoint !== undefined && { AWS_ENDPOINT_URL: access.endpoint }),
  }
}

const readProject = (key: string): string | undefined => {
  try {
    const parsed: unknown = JSON.parse(key)
    return isMap(parsed) && typeof parsed['project_id'] === 'string' ? parsed['project_id'] : undefined
  } catch {
    throw new Error('connections.gcp: the credentials must be the JSON key of a service account')
  }
}

const gcpVariables = async (
  { connection: reference, credentials, project }: NonNullable<ScriptConnections['gcp']>,
  run: ClientRun,
  keep: Keep,
): Promise<Variables> => {
  const connection = await open(reference, run)
  const key = credentials === undefined ? (connection?.certificate ?? '') : await run.secret(credentials)
  const used = project ?? readProject(key)
  const path = await keep('google.json', key)
  return {
    GOOGLE_APPLICATION_CREDENTIALS: path,
    CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE: path,
    ...(used !== undefined && { GOOGLE_CLOUD_PROJECT: used, CLOUDSDK_CORE_PROJECT: used }),
  }
}

const azureVariables = async (
  spec: NonNullable<ScriptConnections['azure']>,
  run: ClientRun,
  folder: string,
  keep: Keep,
): Promise<Variables> => {
  const connection = await open(spec.connection, run)
  const id = spec.clientID === undefined ? connection?.username : await run.plain(spec.clientID)
  const password = spec.clientSecret === undefined ? connection?.password : await run.secret(spec.clientSecret)
  const tenant = spec.tenantID ?? connection?.properties['tenant']
  if (!id || !password || !tenant) throw new Error('connections.azure needs clientID, clientSecret and tenantID')
  const variables = {
    AZURE_CLIENT_ID: id,
    AZURE_CLIENT_SECRET: password,
    AZURE_TENANT_ID: tenant,
    AZURE_CONFIG_DIR: join(folder, 'azure'),
  }
  await signInWithProgram(variables, await keep('azure-secret', password), folder, run)
  return variables
}

/** The `az` program does not read the variables. Its `@` reads the secret from a file, because other users see arguments. */
const signInWithProgram = async (
  variables: Variables,
  secretPath: string,
  folder: string,
  run: ClientRun,
): Promise<void> => {
  const env = { ...bareEnvironment(), ...variables }
  if ((await findProgram('az', env['PATH'] ?? '')) === undefined) return
  const { AZURE_CLIENT_ID: id = '', AZURE_TENANT_ID: tenant = '' } = variables
  const args = ['login', '--service-principal', '--username', id, '--password', `@${secretPath}`, '--tenant', tenant]
  const { signal, sandbox } = run
  const { exitCode, stderr } = await runProcess('az', args, { env, cwd: folder, signal, sandbox })
  if (exitCode !== 0) throw new Error(`connections.azure: az login failed: ${stderr.trim().slice(0, 300)}`)
}

const kubernetesVariables = async (
  spec: NonNullable<ScriptConnections['kubernetes']>,
  run: ClientRun,
  keep: Keep,
): Promise<Variables> => {
  const access = await cloudClusterAccess(spec, run)
  if (access !== undefined) return { KUBECONFIG: await keep('kubeconfig', await toKubeconfig(access)) }
  const connection = await open(spec.connection, run)
  const document = spec.kubeconfig === undefined ? (connection?.certificate ?? '') : await run.plain(spec.kubeconfig)
  if (document.trim() === '') throw new Error('connections.kubernetes: the connection has no kubeconfig')
  if (/^[~/][^\n]*$/.test(document.trim())) return { KUBECONFIG: document.trim() }
  for (const [, hidden = ''] of document.matchAll(/(?:token|password|client-key-data): *["']?([^\s"']+)/g))
    run.hide(hidden)
  return { KUBECONFIG: await keep('kubeconfig', document) }
}

const toKubeconfig = async ({ server, tls, authorization }: ClusterAccess): Promise<string> => {
  const header = typeof authorization === 'function' ? await authorization() : authorization
  const name = 'cluster'
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [
      {
        name,
        cluster: {
          server,
          ...(tls.insecure && { 'insecure-skip-tls-verify': true }),
          ...(tls.ca !== undefined && { 'certificate-authority-data': Buffer.from(tls.ca).toString('base64') }),
        },
      },
    ],
    users: [{ name, user: { token: (header ?? '').replace(/^Bearer /, '') } }],
  })
}
