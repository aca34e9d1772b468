import { readFile } from 'node:fs/promises'
import { demandYamlDepth } from '#relay/backend/parsing/yaml-depth.ts'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { formatPath } from '#shared/primitives/format-path.ts'
import type { EnvVar } from '#relay/backend/clients/run/fields.ts'
import type { TlsOptions } from '#relay/backend/clients/http/trusting-connector.ts'
import { resolvePath } from '#relay/backend/clients/run/resolve-path.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'

export interface ClusterAccess {
  readonly server: string
  readonly tls: TlsOptions
  /** A function where it expires. */
  readonly authorization: string | (() => Promise<string>) | undefined
}

const text = z.string().min(1).optional()
const cluster = z.looseObject({
  server: z.string().regex(/^https?:\/\//i, 'must be an http:// or https:// address'),
  'certificate-authority': text,
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': z.boolean().optional(),
  'proxy-url': text,
})
const user = z.looseObject({
  token: text,
  tokenFile: text,
  username: text,
  password: text,
  'client-certificate': text,
  'client-certificate-data': text,
  'client-key': text,
  'client-key-data': text,
  exec: z.unknown().optional(),
  'auth-provider': z.unknown().optional(),
})
const name = z.string()
const kubeconfig = z.looseObject({
  clusters: z.array(z.looseObject({ name, cluster })),
  users: z.array(z.looseObject({ name, user })).default([]),
  contexts: z
    .array(z.looseObject({ name, context: z.looseObject({ cluster: z.string(), user: z.string().optional() }) }))
    .default([]),
  'current-context': z.string().optional(),
})

type Hide = Pick<ClientRun, 'hide'>
type ReadNamed = (path: string) => Promise<string>

const decoded = (data: string): string => Buffer.from(data, 'base64').toString()

const toAuthorization = (
  found: z.infer<typeof user>,
  token: string | undefined,
  { hide }: Hide,
): string | undefined => {
  if (token !== undefined) {
    hide(token)
    return `Bearer ${token}`
  }
  if (found.username === undefined) return undefined
  const pair = `${found.username}:${found.password ?? ''}`
  if (found.password !== undefined) hide(found.password)
  hide(pair)
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

const readKubeconfig = async (source: string, run: Hide, readNamed: ReadNamed): Promise<ClusterAccess> => {
  let raw: unknown
  try {
    raw = parse(demandYamlDepth(source), { merge: true })
  } catch {
    throw new Error('The kubeconfig is not valid YAML')
  }
  const read = kubeconfig.safeParse(raw)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Error(`The kubeconfig is invalid: ${formatPath(issue?.path)}: ${issue?.message ?? ''}`)
  }
  const { clusters, users, contexts, 'current-context': current } = read.data
  const context = current === undefined ? contexts[0] : contexts.find((each) => each.name === current)
  if (current !== undefined && context === undefined) throw new Error(`The kubeconfig has no context ${current}`)
  const wanted = context === undefined ? clusters[0] : clusters.find((each) => each.name === context.context.cluster)
  if (wanted === undefined) throw new Error('The kubeconfig has no cluster for its context')
  const { cluster: at } = wanted
  if (at['proxy-url'] !== undefined) throw new Error('The kubeconfig requires a proxy, which is not supported')
  const contextUser = users.find((each) => each.name === context?.context.user)?.user ?? user.parse({})
  if (contextUser.exec !== undefined || contextUser['auth-provider'] !== undefined)
    throw new Error(
      'The kubeconfig runs a program to sign in, which is not supported. Use the token of a service account',
    )
  const either = async (data: string | undefined, path: string | undefined) =>
    data !== undefined ? decoded(data) : path === undefined ? undefined : readNamed(path)
  const key = await either(contextUser['client-key-data'], contextUser['client-key'])
  if (key !== undefined) run.hide(key)
  const token =
    contextUser.token ??
    (contextUser.tokenFile === undefined ? undefined : (await readNamed(contextUser.tokenFile)).trim())
  return {
    server: at.server.replace(/\/+$/, ''),
    tls: {
      insecure: at['insecure-skip-tls-verify'] === true,
      ca: await either(at['certificate-authority-data'], at['certificate-authority']),
      cert: await either(contextUser['client-certificate-data'], contextUser['client-certificate']),
      key,
    },
    authorization: toAuthorization(contextUser, token, run),
  }
}

const refuseFiles: ReadNamed = () =>
  Promise.reject(new Error('The kubeconfig refers to files of this machine. Embed them as …-data, or use a token'))

const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount'

const ofPod = async ({ hide }: Hide): Promise<ClusterAccess | undefined> => {
  const [host, port] = [process.env['KUBERNETES_SERVICE_HOST'], process.env['KUBERNETES_SERVICE_PORT'] ?? '443']
  if (host === undefined) return undefined
  const token = (await readFile(join(serviceAccount, 'token'), 'utf8')).trim()
  hide(token)
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    tls: { insecure: false, ca: await readFile(join(serviceAccount, 'ca.crt'), 'utf8') },
    authorization: `Bearer ${token}`,
  }
}

const ofFile = async (written: string, context: ClusterContext): Promise<ClusterAccess> => {
  const path = resolvePath(written.replace(/^~(?=\/)/, homedir()), context)
  const readPlain = async (file: string) => {
    if (context.isHidden === undefined || (await context.isHidden(file)))
      throw new Error(`Access to ${file} is not allowed`)
    return readFile(file, 'utf8')
  }
  return readKubeconfig(await readPlain(path), context, (file) => readPlain(resolve(dirname(path), file)))
}

/** Without `isHidden`, files cannot be read. */
interface ClusterContext extends Pick<ClientRun, 'hide' | 'plain' | 'connection'> {
  readonly isHidden?: (path: string) => Promise<boolean>
  readonly resourcesDir?: string | undefined
}

interface WrittenAccess {
  readonly kubeconfig?: EnvVar | undefined
  readonly kubeconfigFile?: string | undefined
  readonly connection?: string | undefined
}

/** Precedence: kubeconfig of the document, kubeconfig of its connection, the relay's own pod. */
export const clusterAccess = async (
  { kubeconfig: source, kubeconfigFile, connection }: WrittenAccess,
  context: ClusterContext,
): Promise<ClusterAccess> => {
  if (kubeconfigFile !== undefined) return ofFile(kubeconfigFile, context)
  if (source !== undefined) {
    const document = await context.plain(source)
    if (/^[~/][^\n]*$/.test(document.trim())) throw new Error('kubeconfig contains a file path. Use kubeconfigFile')
    return readKubeconfig(document, context, refuseFiles)
  }
  if (connection !== undefined) {
    const { certificate = '' } = (await context.connection?.(connection)) ?? {}
    if (certificate === '') throw new Error(`${connection} has no kubeconfig`)
    return readKubeconfig(certificate, context, refuseFiles)
  }
  return ofOwnCluster(context, 'No kubeconfig and no connection is set')
}

const ofOwnCluster = async (run: Hide, otherwise: string): Promise<ClusterAccess> => {
  const own = await ofPod(run)
  if (own === undefined) throw new Error(`${otherwise}, and the relay does not run in a pod`)
  return own
}

export const connectionAccess = async (document: string, run: Hide): Promise<ClusterAccess> =>
  document === '' ? ofOwnCluster(run, 'The connection has no kubeconfig') : readKubeconfig(document, run, refuseFiles)
