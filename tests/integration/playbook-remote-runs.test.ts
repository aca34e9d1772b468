import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { createBackendSlot } from '#tests/fixtures/one-backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { createPlaybookHelpers, playbookDocument, withoutTime } from '#tests/fixtures/playbook-runs.ts'
import { standIns, type ReceivedRequest, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const services = standIns()
const token = 'token-of-the-repository'
let database: Database
const { start, started } = createBackendSlot()
const book = createPlaybookHelpers(started)
beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('truncate playbooks, connections cascade')
})

const begin = async (step: string, type = 'github') => {
  const connection = `apiVersion: v1
kind: Connection
metadata: { name: service }
spec: { type: ${type}, username: acme, password: { value: ${token} } }
`
  const spec = `  parameters: [{ name: env, default: prod }]\n  actions: [{ name: remote, ${step} }]\n`
  const resources = { 'remote.yaml': playbookDocument('remote', spec), 'connection.yaml': connection }
  await start({ database, resources })
}
const outputLines = async (run: string) => {
  const [action] = await book.actions(run)
  return withoutTime((await book.log(action?.id ?? '')).range.lines).map(([, , text]) => text)
}

const actions = '/repos/acme/shop/actions'
const workflowRun = (id: number, status: string, conclusion: string | null = null, branch = 'main') => ({
  id,
  run_number: id,
  name: 'Deploy',
  head_branch: branch,
  html_url: `https://github.example.test/runs/${id}`,
  status,
  conclusion,
})
/** Runs are listed only after the dispatch; each read of a run takes the next state. */
const github = (states: readonly object[]) => {
  let dispatched = false
  let reads = 0
  return ({ path, method, headers }: ReceivedRequest): StandInResponse | undefined => {
    if (headers.authorization !== `Bearer ${token}`) return { code: 401, body: { message: 'Bad credentials' } }
    if (path === '/repos/acme/shop') return { body: { default_branch: 'main' } }
    if (path === `${actions}/workflows/deploy.yml/dispatches` && method === 'POST') {
      dispatched = true
      return { code: 204, body: '' }
    }
    if (path === `${actions}/workflows/deploy.yml/runs`) {
      const fresh = dispatched ? [workflowRun(9, 'queued', null, 'other'), workflowRun(8, 'queued')] : []
      return { body: { workflow_runs: [...fresh, workflowRun(7, 'completed', 'failure')] } }
    }
    if (path === `${actions}/runs/8`) return { body: states[Math.min(reads++, states.length - 1)] }
    if (path === `${actions}/runs/8/cancel`) return { code: 202, body: {} }
    return { code: 404, body: { message: 'Not Found' } }
  }
}
const githubStep = (url: string) =>
  `github: { repo: shop, username: { value: acme }, url: '${url}', connection: 'connection://service', workflows: [{ id: deploy.yml, input: { env: '{{.params.env}}' } }] }`

test('starts a workflow, follows its run and ends with it', async () => {
  const { url, requests } = await services.start(
    github([workflowRun(8, 'in_progress'), workflowRun(8, 'completed', 'success')]),
  )
  await begin(githubStep(url))
  const run = await book.start('remote')
  expect(await book.ended(run)).toMatchObject({ status: 'completed' })
  const dispatches = requests.filter(({ path }) => path.endsWith('/dispatches'))
  expect(dispatches.map(({ body }) => JSON.parse(body) as object)).toEqual([{ ref: 'main', inputs: { env: 'prod' } }])
  expect(await book.actions(run)).toMatchObject([
    { result: { runs: [{ id: 8, url: 'https://github.example.test/runs/8', conclusion: 'success' }] } },
  ])
  expect(await outputLines(run)).toEqual([
    'https://github.example.test/runs/8',
    'Deploy #8: in progress',
    'Deploy #8: success',
  ])
})

test('fails with the conclusion of the run, and with a rejected token', async () => {
  const { url } = await services.start(github([workflowRun(8, 'completed', 'timed_out')]))
  await begin(githubStep(url))
  const run = await book.start('remote')
  expect(await book.ended(run)).toMatchObject({ status: 'failed' })
  expect(await book.actions(run)).toMatchObject([{ error: 'Deploy #8: timed out.' }])
  await started().close()
  await begin(githubStep(url).replace('connection:', 'token: wrong, connection:'))
  const second = await book.start('remote')
  await book.ended(second)
  expect(await book.actions(second)).toMatchObject([{ error: 'GitHub responded with 401: Bad credentials.' }])
})

test('cancels the workflow run when the playbook run is cancelled', async () => {
  const { url, requests } = await services.start(github([workflowRun(8, 'in_progress')]))
  await begin(githubStep(url))
  const run = await book.start('remote')
  const isRequested = (end: string) => requests.some(({ path }) => path.endsWith(end))
  await vi.waitFor(() => expect(isRequested('/runs/8')).toBe(true))
  await book.post(`run/cancel/${run}`)
  expect(await book.ended(run)).toMatchObject({ status: 'cancelled' })
  await vi.waitFor(() => expect(isRequested('/runs/8/cancel')).toBe(true))
})

const pipelineRun = (state: string, result?: string) => ({
  id: 5,
  name: '20261101.1',
  state,
  result,
  _links: { web: { href: 'https://devops.example.test/5' } },
})
const devops = (states: readonly object[]) => {
  let reads = 0
  return ({ path, method, headers }: ReceivedRequest): StandInResponse | undefined => {
    if (headers.authorization !== `Basic ${Buffer.from(`:${token}`).toString('base64')}`) return { code: 203, body: '' }
    if (path === '/acme/Shop/_apis/pipelines/16/runs' && method === 'POST') return { body: pipelineRun('inProgress') }
    if (path === '/acme/Shop/_apis/pipelines/16/runs/5') return { body: states[Math.min(reads++, states.length - 1)] }
    if (path === '/acme/Shop/_apis/build/builds/5' && method === 'PATCH') return { body: {} }
    return { code: 404, body: { message: 'no such page' } }
  }
}
const pipelineStep = (url: string, more = '') =>
  `azureDevopsPipeline: { org: acme, project: Shop, url: '${url}', connection: 'connection://service', pipeline: { id: 16, version: 2 }, parameters: { env: '{{.params.env}}' } }${more}`

test('starts a pipeline, follows its run and ends with it', async () => {
  const { url, requests } = await services.start(
    devops([pipelineRun('inProgress'), pipelineRun('completed', 'failed')]),
  )
  await begin(pipelineStep(url), 'azure_devops')
  const run = await book.start('remote')
  expect(await book.ended(run)).toMatchObject({ status: 'failed' })
  expect(await book.actions(run)).toMatchObject([
    { error: 'Run 20261101.1: failed.', result: { id: 5, result: 'failed', url: 'https://devops.example.test/5' } },
  ])
  const [first] = requests
  expect(JSON.parse(first?.body ?? '')).toEqual({ templateParameters: { env: 'prod' } })
  expect(first?.query.get('pipelineVersion')).toBe('2')
  expect(await outputLines(run)).toEqual([
    'https://devops.example.test/5',
    'Run 20261101.1: inProgress',
    'Run 20261101.1: failed',
  ])
})

test('cancels the pipeline run of a step that timed out', async () => {
  const { url, requests } = await services.start(devops([pipelineRun('inProgress')]))
  await begin(pipelineStep(url, ', timeout: 1s'), 'azure_devops')
  const run = await book.start('remote')
  expect(await book.ended(run)).toMatchObject({ status: 'failed' })
  expect(await book.actions(run)).toMatchObject([{ error: 'The step timed out after 1s.' }])
  const cancelled = requests.filter(({ method }) => method === 'PATCH')
  expect(cancelled.map(({ body }) => JSON.parse(body) as object)).toEqual([{ status: 'cancelling' }])
})
