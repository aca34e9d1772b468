import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { parseBackendAddress, toBackendUrl } from '#relay/proxy/backend-address.ts'
import { canaryDocument, startTestBackend } from '#tests/fixtures/backend.ts'
import { playbookDocument, createPlaybookHelpers } from '#tests/fixtures/playbook-runs.ts'
import { recorded } from '#tests/fixtures/replay-backend.ts'
import { responseReaders } from './readers.ts'
import { readersFor } from './readers-for.ts'
import { shortfalls } from './shape.ts'

interface RecordedResponse {
  readonly status: number
  readonly body: unknown
}
interface Service {
  readonly ask: (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ) => Promise<RecordedResponse>
  readonly stop: () => Promise<void>
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const step = (script: string) => `  actions:\n    - name: step\n      exec: { script: ${script} }\n`
const resources = {
  'shop.yaml': canaryDocument(
    'shop',
    '  exec:\n    - { name: pass, description: passes, script: echo ok }\n    - { name: fail, script: exit 3 }\n',
  ),
  'hello.yaml': playbookDocument(
    'hello',
    `  category: Echo\n  parameters: [{ name: who, label: Who }]\n${step('echo hello')}`,
  ),
  'look.yaml': playbookDocument(
    'look',
    `  checks: [{}]\n  parameters: [{ name: who, label: Who, default: a }]\n${step('echo')}`,
  ),
}

const embedded = async (): Promise<Service> => {
  const backend = await startTestBackend({ resources })
  const stored = async () => {
    const { body } = await backend.app.inject({ method: 'GET', url: '/api/db/check_statuses?select=check_id' })
    const checks = new Set(
      z
        .array(z.object({ check_id: z.string() }))
        .parse(parsed(body))
        .map((row) => row.check_id),
    )
    if (checks.size < 2) throw new Error('The result of not every check is stored yet.')
  }
  await vi.waitFor(stored)
  const book = createPlaybookHelpers(() => backend)
  await book.ended(await book.start('hello'))
  return {
    ask: async (method, path, headers, body) => {
      const url = `/api${path}`
      const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
      const response = await backend.app.inject({
        method: method === 'POST' ? 'POST' : 'GET',
        url,
        headers,
        ...payload,
      })
      return { status: response.statusCode, body: parsed(response.body) }
    },
    stop: () => backend.close(),
  }
}

const realUrl = process.env['BACKEND_URL']
const real = (url: string) => async (): Promise<Service> => {
  const address = parseBackendAddress(url)
  const credential = address.credential === undefined ? {} : { authorization: address.credential }
  return {
    ask: async (method, path, headers, body) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const url = toBackendUrl(address, `/api${path}`)
      const response = await fetch(url, { method, headers: { ...headers, ...credential }, ...sent })
      return { status: response.status, body: parsed(await response.text()) }
    },
    stop: async () => undefined,
  }
}
if (realUrl === undefined)
  process.stderr.write('BACKEND_URL is not set: the contract suite against a real backend is left out.\n')

const services = [
  { name: 'the embedded backend', start: embedded },
  ...(realUrl === undefined ? [] : [{ name: 'the backend of BACKEND_URL', start: real(realUrl) }]),
]

/** Repeated requests, by relation whose own ids replace the recorded ones. Only requests without side effects. */
const repeatedRequests: Readonly<Record<string, readonly string[]>> = {
  '': [
    'canary-about',
    'canary-summary',
    'canary-summary-post',
    'canary-topology',
    'catalog-summary',
    'connection-test-unknown',
    'db-agents',
    'db-artifacts',
    'db-canaries_with_status',
    'db-canaries-names',
    'db-check_names',
    'db-check_statuses_1d',
    'db-check_statuses_1h',
    'db-component_names',
    'db-config_names',
    'db-connections_list',
    'db-explain-canary',
    'db-explain-component',
    'db-explain-config',
    'db-explain-connection',
    'db-event_queue_summary',
    'db-integrations_with_status',
    'db-job_histories',
    'db-job_histories-failing',
    'db-job_histories-page',
    'db-job_history_names',
    'db-logging_backends',
    'db-notifications-names',
    'db-people',
    'db-people-choices',
    'db-people_roles',
    'db-people_roles-names',
    'db-permissions',
    'db-permissions_summary',
    'db-permissions_summary-search',
    'db-playbook_names',
    'db-playbook_runs-list',
    'db-playbooks',
    'db-properties',
    'db-team_members',
    'db-teams',
    'properties',
    'error-db-bad-embed',
    'error-db-bad-filter',
    'error-db-bad-uuid',
    'error-db-unknown-column',
    'error-db-unknown-filter',
    'error-db-unknown-relation',
    'resources-search-bad-grammar',
    'resources-search-nothing-asked',
    'resources-search-nothing-found',
  ],
  checks: [
    'canary-graph-1h',
    'db-check_statuses-newest',
    'db-check_statuses-history',
    'db-checks-as-target',
    'db-check_statuses-beyond-the-end',
    'db-checks-detail',
    'db-evidences-incidents',
    'playbook-list-check',
  ],
  canaries: ['db-canaries-spec'],
  playbook_runs: [
    'playbook-run-detail',
    'db-playbook_run_actions-of-hello',
    'db-playbook_runs-one-hello',
    'db-playbook_runs-sight',
  ],
  playbook_run_actions: ['db-playbook_run_action-hello-say-it'],
  nothing: ['canary-graph-unknown-check', 'artifact-unknown', 'db-permissions-linked'],
}
/** The recording has a passing check; a failing one omits the number of passes. */
const orders: Readonly<Record<string, string>> = { checks: '&order=name.desc' }
const id = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
const nothing = '0195c0de-0000-7000-8000-00000000ffff'

describe.each(services)('$name', ({ start }) => {
  let service: Service
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service.stop())

  const ownId = async (relation: string): Promise<string> => {
    if (relation === 'nothing') return nothing
    const { body } = await service.ask('GET', `/db/${relation}?select=id&limit=1${orders[relation] ?? ''}`, {})
    const [row] = z.array(z.object({ id: z.string() })).parse(body)
    if (row === undefined) throw new Error(`The service has no row of ${relation}.`)
    return row.id
  }

  test.each(Object.entries(repeatedRequests).flatMap(([relation, names]) => names.map((name) => ({ name, relation }))))(
    'responds to $name in the recorded form',
    async ({ name, relation }) => {
      const { request, status, body } = recorded('b25', name)
      const path = relation === '' ? request.path : request.path.replaceAll(id, await ownId(relation))
      const response = await service.ask(request.method, path, { prefer: 'count=exact' }, request.body)
      expect(response.status).toBe(status)
      expect(shortfalls(response.body, body)).toEqual([])
      const unread = status < 300 ? readersFor(responseReaders, request) : []
      for (const [reader, schema] of unread)
        expect([reader, schema.safeParse(response.body).error]).toEqual([reader, undefined])
    },
  )
})
