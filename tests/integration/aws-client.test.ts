import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { closedPort } from '#relay/testing/servers.ts'
import { connectionProbes } from '#relay/backend/connections/probes/ask.ts'
import { testConnection } from '#relay/backend/connections/probes/test-connection.ts'
import { findSignatureError, type SignedRequest } from '#tests/fixtures/aws-signed.ts'
import { standIns, type ReceivedRequest, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const services = standIns()
afterEach(() => vi.unstubAllEnvs())

const key = { accessKey: 'AKIDEXAMPLE', secretKey: 'a-s3cret-key' }
const inBucket = '<ListBucketResult><KeyCount>1</KeyCount></ListBucketResult>'

const bucketTested = async (respond: (request: ReceivedRequest, origin: string) => StandInResponse) => {
  const { url, requests } = await services.start(respond)
  const { accessKey: username, secretKey: password } = key
  const properties = { bucket: 'shop', region: 'eu-central-1' }
  const steps = await testConnection({
    reference: 'connection://tested',
    probe: connectionProbes['s3'] ?? expect.unreachable(),
    resolveConnection: async () => ({ url, username, password, insecureTls: false, properties, secrets: [password] }),
    resolveSecret: async () => '',
    sandbox: undefined,
    signal: new AbortController().signal,
  })
  return { message: steps.at(-1)?.said, requests }
}

const ofTheMachine = {
  AWS_ACCESS_KEY_ID: 'AKIDOFTHEMACHINE',
  AWS_SECRET_ACCESS_KEY: 'of-the-machine',
  AWS_SESSION_TOKEN: 'of-the-machine',
  AWS_REGION: 'us-west-2',
  AWS_PROFILE: 'of-the-machine',
  AWS_CONFIG_FILE: '/nowhere',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  AWS_MAX_ATTEMPTS: 'many',
  AWS_RETRY_MODE: 'of-the-machine',
  AWS_DEFAULTS_MODE: 'of-the-machine',
  AWS_USE_FIPS_ENDPOINT: 'true',
  AWS_USE_DUALSTACK_ENDPOINT: 'true',
  AWS_SDK_UA_APP_ID: 'of-the-machine',
  AWS_S3_USE_ARN_REGION: 'maybe',
  AWS_REQUEST_CHECKSUM_CALCULATION: 'of-the-machine',
  AWS_EXECUTION_ENV: 'of-the-machine',
}

test('environment variables do not affect requests, credentials or endpoints, and are never exposed', async () => {
  for (const [name, value] of Object.entries(ofTheMachine)) vi.stubEnv(name, value)
  const { message, requests } = await bucketTested(() => ({ body: inBucket }))
  expect(message).toBe('The bucket can be listed')
  expect(requests.map((each) => findSignatureError(each, key))).toEqual([undefined])
  expect(requests[0]?.headers).toMatchObject({
    authorization: expect.stringContaining('/eu-central-1/s3/') as string,
    'user-agent': expect.stringMatching(/^quarterdeck m\/\S+$/) as string,
  })
  expect(JSON.stringify(requests)).not.toMatch(/of-?the-?machine/i)
})

test('aborts a response that is too large', async () => {
  const endless = await bucketTested(() => ({ body: `<ListBucketResult>${' '.repeat(20 * 1024 * 1024)}` }))
  expect(endless.message).toBe('It returned more than 4 MB.')
})

test('does not follow redirects', async () => {
  const elsewhere = await bucketTested((_, origin) => ({
    code: 307,
    headers: { location: `${origin}/elsewhere`, 'x-amz-bucket-region': 'eu-west-1' },
    body: '<Error><Code>TemporaryRedirect</Code></Error>',
  }))
  expect(elsewhere.message).toBe('The service returned 307: TemporaryRedirect. It is in eu-west-1.')
  expect(elsewhere.requests).toHaveLength(1)
})

test.each([
  [200, '<html>Welcome</html>', 'Not an S3 bucket listing.'],
  [200, 'Welcome', 'It returned an unreadable response (200).'],
  [200, '<ListBucketResult><Key', 'It returned an unreadable response (200).'],
  [502, '<html>Bad gateway</html>', 'The service returned 502.'],
  [502, '<html>Bad<br>gateway', 'The service returned 502.'],
  [503, '', 'The service returned 503.'],
])('shows a plain message for status %i and body %j', async (code, body, message) => {
  expect((await bucketTested(() => ({ code, body }))).message).toBe(message)
})

const runProgram = async (program: string): Promise<readonly string[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    program,
  ])
  return stdout.trim().split('\n')
}

test('loads the AWS SDK only for AWS requests', async () => {
  const lines = await runProgram(`
    import { createRequire } from 'node:module'
    const tell = () => console.log(Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('@aws-sdk')))
    await import('#relay/backend/scrapers/scraper-kinds.ts')
    await import('#relay/backend/connections/probes/ask.ts')
    tell()
    await import('@aws-sdk/client-sts')
    tell()`)
  expect(lines).toEqual(['false', 'true'])
})

test('AWS requests read no local file, which they would without our options', async () => {
  const lines = await runProgram(`
    import fs from 'node:fs/promises'
    const { readFile } = fs
    fs.readFile = (path, ...rest) => {
      if (/\\.aws/.test(path)) console.log('read')
      return readFile(path, ...rest)
    }
    const { connectionProbes } = await import('#relay/backend/connections/probes/ask.ts')
    const url = 'http://127.0.0.1:${await closedPort()}'
    const connection = { url, username: 'a', password: 'b', insecureTls: false, properties: { bucket: 'shop' }, secrets: [] }
    const { signal } = new AbortController()
    for (const type of ['aws', 's3'])
      await connectionProbes[type].ask({ connection }, { signal }).catch(({ message }) => console.log(/ECONNREFUSED/.test(message)))
    const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts')
    await new STSClient({ endpoint: url, region: 'a', maxAttempts: 1 }).send(new GetCallerIdentityCommand()).catch(() => undefined)`)
  expect([...new Set(lines)]).toEqual(['true', 'read'])
})

const ofSuite = { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const ofGuide = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const signed = (url: string, scope: string, headers: Readonly<Record<string, string>>): SignedRequest => ({
  method: 'GET',
  url,
  body: '',
  headers: { ...headers, authorization: `AWS4-HMAC-SHA256 Credential=${scope}` },
})
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const ofBucket = (url: string, signature: string, headers: Readonly<Record<string, string>> = {}) => {
  const all = {
    host: 'examplebucket.s3.amazonaws.com',
    ...headers,
    'x-amz-content-sha256': emptyDigest,
    'x-amz-date': '20130524T000000Z',
  }
  const names = Object.keys(all).join(';')
  const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
  return signed(url, `${scope}, SignedHeaders=${names}, Signature=${signature}`, all)
}

test.each([
  [
    'a plain request of the published test suite',
    ofSuite,
    signed(
      '/',
      'AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
      { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' },
    ),
  ],
  [
    'an object of the guide, part of which is asked for',
    ofGuide,
    ofBucket('/test.txt', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41', { range: 'bytes=0-9' }),
  ],
  [
    'a setting of a bucket, asked for by a name without a value',
    ofGuide,
    ofBucket('/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'),
  ],
  [
    'what a bucket holds',
    ofGuide,
    ofBucket('/?prefix=J&max-keys=2', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'),
  ],
])('%s has a valid signature according to the stand-ins', (_, owner, request) => {
  expect(findSignatureError(request, owner)).toBeUndefined()
  expect(findSignatureError({ ...request, url: `${request.url}x` }, owner)).toBe('SignatureDoesNotMatch')
})
