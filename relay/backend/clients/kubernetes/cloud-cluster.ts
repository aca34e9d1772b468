import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { envVar } from '#relay/backend/clients/run/fields.ts'
import { createAwsOptions, openAwsAccess, type AwsAccess } from '#relay/backend/clients/clouds/aws-access.ts'
import { awsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { createAwsSignature } from '#relay/backend/clients/clouds/aws-json.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { openGcpAuth } from '#relay/backend/clients/clouds/gcp-sign-in.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import type { ClusterAccess } from './kubeconfig.ts'

/** The service accepts a token for 15 minutes after its date. */
const tokenMs = 10 * 60 * 1_000
const gkeScope = 'https://www.googleapis.com/auth/cloud-platform'

const text = z.string().min(1)
const name = z.string().regex(/^[\w.:-]+$/, 'must be a name')

export const eksSignIn = z.strictObject({
  cluster: name,
  region: name.optional(),
  connection: text.optional(),
  accessKey: secret(envVar).optional(),
  secretKey: secret(envVar).optional(),
  sessionToken: secret(envVar).optional(),
  assumeRole: text.optional(),
  endpoint: text.optional(),
  skipTLSVerify: booleanField.optional(),
})
type EksSignIn = z.infer<typeof eksSignIn>

export const gkeSignIn = z.strictObject({
  cluster: name,
  projectID: name,
  /** Of the connection, which is the same project. */
  project: text.optional(),
  zone: name,
  connection: text.optional(),
  credentials: secret(envVar).optional(),
  endpoint: text.optional(),
  skipTLSVerify: booleanField.optional(),
})
type GkeSignIn = z.infer<typeof gkeSignIn>

export interface CloudSignIn {
  readonly eks?: EksSignIn | undefined
  readonly gke?: GkeSignIn | undefined
}

const decode = (data: string): string => Buffer.from(data, 'base64').toString()

/** The address of a signed request that only asks who the key belongs to. */
export const createEksToken = async (
  cluster: string,
  { key }: Pick<AwsAccess, 'key'>,
  region: string,
  at: Date,
): Promise<string> => {
  const signer = await createAwsSignature(key, { service: 'sts', region })
  const hostname = `sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  const { query = {} } = await signer.presign(
    {
      method: 'GET',
      protocol: 'https:',
      hostname,
      path: '/',
      query: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
      headers: { host: hostname, 'x-k8s-aws-id': cluster },
    },
    { expiresIn: 60, signingDate: at, unhoistableHeaders: new Set(['x-k8s-aws-id']) },
  )
  const parts = Object.entries(query).map(([key_, value]) => `${key_}=${encodeURIComponent(String(value))}`)
  return `k8s-aws-v1.${Buffer.from(`https://${hostname}/?${parts.join('&')}`).toString('base64url')}`
}

const eksAccess = async (spec: EksSignIn, run: ClientRun): Promise<ClusterAccess> => {
  const { access, region } = await openAwsAccess(spec, spec.region, run)
  const { EKSClient, DescribeClusterCommand } = await import('@aws-sdk/client-eks')
  const client = new EKSClient(awsClientOptions(createAwsOptions(access, region)('EKS')))
  const { cluster } = await client.send(new DescribeClusterCommand({ name: spec.cluster }))
  if (cluster?.endpoint === undefined) throw new Error(`EKS has no address of the cluster ${spec.cluster}`)
  let token = ''
  let expiresAt = 0
  return {
    server: cluster.endpoint.replace(/\/+$/, ''),
    tls: { insecure: false, ...toAuthority(cluster.certificateAuthority?.data) },
    authorization: async () => {
      if (Date.now() >= expiresAt) {
        token = await createEksToken(spec.cluster, access, region, new Date())
        expiresAt = Date.now() + tokenMs
        run.hide(token)
      }
      return `Bearer ${token}`
    },
  }
}

const toAuthority = (data: string | null | undefined) => (data ? { ca: decode(data) } : {})

const gkeCluster = z.looseObject({
  endpoint: text,
  masterAuth: z.looseObject({ clusterCaCertificate: z.string().optional() }).optional(),
})

const readKey = async ({ credentials, connection }: GkeSignIn, run: ClientRun) => {
  if (credentials !== undefined) return { text: await run.plain(credentials), insecureTls: false }
  if (connection === undefined || run.connection === undefined)
    throw new Error('GKE needs credentials: set the key of a service account, or a connection')
  const { certificate = '', insecureTls } = await run.connection(connection)
  return { text: certificate, insecureTls }
}

const gkeAccess = async (spec: GkeSignIn, run: ClientRun): Promise<ClusterAccess> => {
  const { text: credentials, insecureTls } = await readKey(spec, run)
  const tls = { insecure: spec.skipTLSVerify ?? insecureTls }
  const { endpoint } = spec
  const google = await openGcpAuth({ credentials, endpoint, tls, signal: run.signal, hide: run.hide, scope: gkeScope })
  const path = `projects/${spec.projectID}/locations/${spec.zone}/clusters/${spec.cluster}`
  const found = gkeCluster.safeParse(await google.request({ url: `https://container.googleapis.com/v1/${path}` }))
  if (!found.success) throw new Error(`GKE has no address of the cluster ${spec.cluster}`)
  const { endpoint: address, masterAuth } = found.data
  return {
    server: /^https?:\/\//.test(address) ? address : `https://${address}`,
    tls: { insecure: false, ...toAuthority(masterAuth?.clusterCaCertificate) },
    authorization: async () => `Bearer ${await google.token()}`,
  }
}

/** Undefined when the document does not sign in at a cloud. */
export const cloudClusterAccess = async (
  { eks, gke }: CloudSignIn,
  run: ClientRun,
): Promise<ClusterAccess | undefined> => {
  if (eks !== undefined) return eksAccess(eks, run)
  return gke === undefined ? undefined : gkeAccess(gke, run)
}
