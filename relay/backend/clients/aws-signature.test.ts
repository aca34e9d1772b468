import { expect, test } from 'vitest'
import { signedHeaders, type AwsRequest } from './aws-signature.ts'

const signatureOf = (request: AwsRequest, key: { accessKey: string; secretKey: string }) =>
  /Signature=(\w+)$/.exec(Object.fromEntries(signedHeaders(request, key))['authorization'] ?? '')?.[1]

const ofSuite = { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const ofGuide = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const suite = { service: 'service', region: 'us-east-1', at: new Date('2015-08-30T12:36:00Z') }
const guide = { method: 'GET', service: 's3', region: 'us-east-1', at: new Date('2013-05-24T00:00:00Z') }
const bucket = 'https://examplebucket.s3.amazonaws.com'

test.each<[string, string | undefined, string]>([
  [
    'a plain request of the published test suite',
    signatureOf({ ...suite, method: 'GET', url: 'https://example.amazonaws.com/' }, ofSuite),
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'an object of the guide, part of which is asked for',
    signatureOf({ ...guide, url: `${bucket}/test.txt`, headers: [['Range', 'bytes=0-9']] }, ofGuide),
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'a setting of a bucket, asked for by a name without a value',
    signatureOf({ ...guide, url: `${bucket}/?lifecycle` }, ofGuide),
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'what a bucket holds',
    signatureOf({ ...guide, url: `${bucket}/?prefix=J&max-keys=2` }, ofGuide),
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('%s is signed as published', (_, signature, published) => {
  expect(signature).toBe(published)
})

test('a token of a session is sent and signed', () => {
  const headers = Object.fromEntries(
    signedHeaders(
      { ...suite, method: 'GET', url: 'https://example.amazonaws.com/' },
      { ...ofSuite, sessionToken: 't' },
    ),
  )
  expect(headers['x-amz-security-token']).toBe('t')
  expect(headers['authorization']).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,')
})
