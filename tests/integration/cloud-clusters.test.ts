import { exportPKCS8, generateKeyPair } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { createEksToken } from '#relay/backend/clients/kubernetes/cloud-cluster.ts'
import { runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { startKubernetesApi } from '#tests/fixtures/kubernetes-api.ts'
import { standIns } from '#tests/fixtures/stand-in.ts'

const services = standIns()
let api: Awaited<ReturnType<typeof startKubernetesApi>> | undefined
afterEach(async () => {
  await api?.stop()
  api = undefined
})

const startCluster = async (isAccepted: (bearer: string) => boolean) => {
  const started = await startKubernetesApi('', isAccepted)
  api = started
  started.put({ kind: 'Node', metadata: { name: 'n1', uid: 'n1' } })
  return started.at
}
const key = { accessKey: 'AKIAOFTHECLUSTER', secretKey: 'secret-key-of-the-account' }

test('an EKS token is the signed request for the identity of the key', async () => {
  const token = await createEksToken('shop', { key }, 'eu-west-1', new Date('2026-11-01T00:00:00Z'))
  const [prefix, encoded = ''] = token.split('.')
  const url = new URL(Buffer.from(encoded, 'base64url').toString())
  expect([prefix, url.origin, url.pathname]).toEqual(['k8s-aws-v1', 'https://sts.eu-west-1.amazonaws.com', '/'])
  const { 'X-Amz-Signature': signature, ...query } = Object.fromEntries(url.searchParams)
  expect(query).toEqual({
    Action: 'GetCallerIdentity',
    Version: '2011-06-15',
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'AKIAOFTHECLUSTER/20261101/eu-west-1/sts/aws4_request',
    'X-Amz-Date': '20261101T000000Z',
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': 'host;x-k8s-aws-id',
  })
  expect(signature).toMatch(/^[0-9a-f]{64}$/)
  expect(await createEksToken('shop', { key }, 'eu-west-1', new Date('2026-11-01T00:00:00Z'))).toBe(token)
})

test('a check signs in to an EKS cluster with the key of AWS', async () => {
  const endpoint = await startCluster((bearer) => bearer.startsWith('k8s-aws-v1.'))
  const eks = await services.start(({ path, headers }) =>
    path === '/clusters/shop' && String(headers.authorization).includes(key.accessKey)
      ? { body: { cluster: { name: 'shop', endpoint } } }
      : { code: 404, body: { message: 'No cluster found' } },
  )
  const spec = (cluster: string) => ({
    kind: 'Node',
    eks: { cluster, region: 'eu-west-1', endpoint: eks.url, accessKey: key.accessKey, secretKey: key.secretKey },
  })
  expect(await runCheckType('kubernetes', spec('shop'))).toMatchObject({ pass: true, message: '1 of Node' })
  expect(await runCheckType('kubernetes', spec('none'))).toMatchObject({
    pass: false,
    message: expect.stringMatching(/^EKS in eu-west-1 responded with 404/) as string,
  })
})

test('a check signs in to a GKE cluster with the key of a service account', async () => {
  const endpoint = await startCluster((bearer) => bearer === 'token-of-google')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const google = await services.start(({ path, headers }) => {
    if (path === '/token') return { body: { access_token: 'token-of-google', expires_in: 3600, token_type: 'Bearer' } }
    return path === '/v1/projects/acme/locations/europe-west1/clusters/shop' &&
      headers.authorization === 'Bearer token-of-google'
      ? { body: { endpoint } }
      : { code: 404, body: { error: { message: 'not found' } } }
  })
  const credentials = JSON.stringify({
    type: 'service_account',
    client_email: 'reader@acme.iam.test',
    private_key: await exportPKCS8(privateKey),
    token_uri: `${google.url}/token`,
  })
  const gke = { cluster: 'shop', projectID: 'acme', zone: 'europe-west1', endpoint: google.url, credentials }
  expect(await runCheckType('kubernetes', { kind: 'Node', gke })).toMatchObject({ pass: true, message: '1 of Node' })
})
