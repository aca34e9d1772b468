import { expect, test } from 'vitest'
import { createWebhookRequest, matchWebhookPath } from './webhook-request.ts'

const call = (text: string, headers: Record<string, string> = {}, query: unknown = {}) => ({
  text,
  headers,
  query,
  url: '/api/playbook/webhook/a?from=harbor',
})

test('a JSON body is in json and content, the query in params', async () => {
  const request = await createWebhookRequest(call('{"image":{"tag":"1.2"}}', {}, { from: 'harbor', a: ['1', '2'] }), {})
  expect(request).toEqual({
    method: 'POST',
    url: '/api/playbook/webhook/a?from=harbor',
    path: '/api/playbook/webhook/a',
    headers: {},
    params: { from: 'harbor', a: '1' },
    query: { from: 'harbor', a: ['1', '2'] },
    body: '{"image":{"tag":"1.2"}}',
    content: { image: { tag: '1.2' } },
    json: { image: { tag: '1.2' } },
  })
})

test.each([
  ['application/x-www-form-urlencoded', 'service=web&env=form&env=second'],
  [
    'multipart/form-data; boundary=aBoundaryOfThirtyCharacters000',
    ['service\r\n\r\nweb', 'env\r\n\r\nform'].reduceRight(
      (rest, part) =>
        `--aBoundaryOfThirtyCharacters000\r\nContent-Disposition: form-data; name="${part.replace('\r\n', '"\r\n')}\r\n${rest}`,
      '--aBoundaryOfThirtyCharacters000--\r\n',
    ),
  ],
])('fields of a form (%s) are in params, below the query and the path', async (type, text) => {
  const headers = { 'content-type': type }
  const { params, json } = await createWebhookRequest(call(text, headers, { env: 'query', id: 'query' }), {
    id: 'path',
  })
  expect([params, json]).toEqual([{ service: 'web', env: 'query', id: 'path' }, {}])
})

test.each([
  ['payload=%7B%22action%22%3A%22opened%22%7D', { action: 'opened' }],
  ['payload=text', {}],
])('the JSON in the payload of a form is in json: %s', async (text, json) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await createWebhookRequest(call(text, headers), {})).toMatchObject({ json, content: text })
})

test('headers with secrets are removed', async () => {
  const names = ['authorization', 'cookie', 'x-api-key', 'x-gitlab-token', 'x-hub-signature-256', 'x-github-event']
  const { headers } = await createWebhookRequest(call('', Object.fromEntries(names.map((name) => [name, 'v']))), {})
  expect(headers).toEqual({ 'x-github-event': 'v', 'X-Github-Event': 'v' })
})

test('integers that a number cannot hold keep their digits', async () => {
  expect(await createWebhookRequest(call('{"id":9007199254740993,"n":5}'), {})).toMatchObject({
    json: { id: '9007199254740993', n: 5 },
  })
})

test('a body of text is the content', async () => {
  expect(await createWebhookRequest(call('hello'), {})).toMatchObject({ content: 'hello', body: 'hello', json: {} })
})

test.each([
  ['/deploy/', 'deploy', {}],
  ['deploy/:env', 'deploy/prod', { env: 'prod' }],
  ['deploy/:env', 'deploy', undefined],
  ['deploy/:env', 'build/prod', undefined],
  ['deploy', 'deploy/prod', undefined],
])('the path %s for a call of %s', (wanted, path, params) => {
  expect(matchWebhookPath(wanted, path)).toEqual(params)
})
