import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'

const { scrapers, start } = scrapingTests()
let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())))
  server = undefined
})

const token = 'token-of-the-repository'
const scraping = async (listener: RequestListener, more = '', top = '') => {
  const github = createServer(listener)
  server = github
  const port = await listen(github)
  const source = `url: 'http://127.0.0.1:${port}', owner: acme, repository: shop, personalAccessToken: ${token}`
  await start({ 'github.yaml': scraperDocument('github', `${top}  githubActions: [{ ${source}${more} }]\n`) })
  return scrapers.run('github')
}

const workflow = (id: number) => ({
  id,
  name: `Flow ${id}`,
  path: `.github/workflows/flow-${id}.yml`,
  state: 'active',
  html_url: `https://github.example.test/${id}`,
  created_at: '2026-01-01T00:00:00Z',
})
const run = (id: number, conclusion: string | null) => ({
  id,
  run_number: id,
  run_attempt: 1,
  display_title: 'Add a basket',
  event: 'push',
  status: conclusion === null ? 'in_progress' : 'completed',
  conclusion,
  head_branch: 'main',
  head_sha: 'abc',
  updated_at: `2026-11-0${id}T00:00:00Z`,
  actor: { login: 'ada' },
})

const repository =
  (count: number, runs: readonly object[]): RequestListener =>
  ({ url = '', headers }, response) => {
    const send = (code: number, body: object) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (headers.authorization !== `Bearer ${token}`) return send(401, { message: 'Bad credentials' })
    const { pathname, searchParams } = new URL(url, 'http://github')
    if (pathname.endsWith('/runs')) return send(200, { workflow_runs: runs })
    if (pathname !== '/repos/acme/shop/actions/workflows') return send(404, { message: 'Not Found' })
    const from = (Number(searchParams.get('page')) - 1) * 100
    const all = Array.from({ length: count }, (_, index) => workflow(index + 1))
    return send(200, { total_count: count, workflows: all.slice(from, from + 100) })
  }

test('workflows are items of their repository, and runs are changes by outcome and author [CAT-03]', async () => {
  const runs = [run(4, null), run(3, 'failure'), run(2, 'cancelled'), run(1, 'success')]
  expect(await scraping(repository(2, runs), ', workflows: [flow-1.yml]')).toMatchObject({ status: 'SUCCESS' })
  const [repo, flow] = await scrapers.items('deleted_at=is.null')
  expect([repo, flow]).toMatchObject([
    { type: 'GitHub::Repository', name: 'acme/shop' },
    {
      type: 'GitHubActions::Workflow',
      name: 'Flow 1',
      status: 'in_progress',
      health: 'unhealthy',
      parent_id: repo?.id,
      external_id: ['acme/shop/1', 'acme/shop/.github/workflows/flow-1.yml'],
    },
  ])
  expect(await scrapers.changes(flow?.id ?? '')).toMatchObject([
    {
      change_type: 'WorkflowRun',
      severity: 'high',
      summary: '#3 Add a basket: failure',
      external_created_by: 'ada',
      details: { branch: 'main', commit: 'abc' },
    },
    { severity: 'low', summary: '#2 Add a basket: cancelled' },
    { severity: 'info', summary: '#1 Add a basket: success' },
  ])
  expect(JSON.stringify(await scrapers.items())).not.toContain(token)
  expect((await scrapers.run('github')).summary).toMatchObject({ updated: 0, changes: 0 })
})

test('workflows are read page by page', async () => {
  expect((await scraping(repository(230, []))).summary).toMatchObject({ added: 231, errors: 0 })
})

test('a short rate limit is waited for, and a long one is reported', async () => {
  let requestCount = 0
  const all = repository(1, [])
  const run = await scraping((request, response) => {
    requestCount += 1
    if (requestCount > 1) return all(request, response)
    return response.writeHead(429, { 'retry-after': '0' }).end('{}')
  })
  expect(run).toMatchObject({ status: 'SUCCESS', summary: { added: 2 } })
})

test.each([
  [
    'allows no more requests',
    (_: unknown, response: Parameters<RequestListener>[1]) =>
      response.writeHead(403, { 'retry-after': '3600' }).end('{ "message": "rate limit" }'),
    'GitHub: rate limit reached, retry in 60 min.',
  ],
  [
    'knows no such repository',
    (_: unknown, response: Parameters<RequestListener>[1]) => response.writeHead(404).end('{ "message": "Not Found" }'),
    'GitHub responded with 404: Not Found.',
  ],
  [
    'answers no JSON',
    (_: unknown, response: Parameters<RequestListener>[1]) => response.writeHead(200).end('{ "total_count": '),
    'GitHub returned 200 without JSON.',
  ],
  [
    'answers too much',
    (_: unknown, response: Parameters<RequestListener>[1]) => response.writeHead(200).end('x'.repeat(20 * 1024 * 1024)),
    'GitHub returned more than 16 MB.',
  ],
])('a service that %s is an error, and known items stay', async (_, listener, reason) => {
  expect((await scraping(listener)).errors).toEqual([reason])
})

test('a service that hangs times out', async () => {
  const run = await scraping(() => undefined, '', '  timeout: 1s\n')
  expect(run.errors).toEqual(['GitHub Actions of acme/shop: timed out after 1s.'])
})

test('owner and repository are required [CAT-21]', async () => {
  const { app } = await start({})
  const write = (source: object) =>
    app.inject({
      method: 'POST',
      url: '/api/db/config_scrapers',
      payload: { name: 'x', source: 'UI', spec: { githubActions: [source] } },
    })
  for (const [source, message] of [
    [{ repository: 'shop' }, 'githubActions[0].owner: required.'],
    [{ owner: 'acme' }, 'githubActions[0].repository: required.'],
  ] as const) {
    const { statusCode, body } = await write(source)
    expect([statusCode, JSON.parse(body)]).toMatchObject([400, { message }])
  }
})
