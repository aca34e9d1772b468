import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startRelay, type Relay, type RelayOptions } from '#tests/fixtures/relay.ts'
import { startHttpTarget } from '#tests/fixtures/targets.ts'

const finishWithinMs = 60_000

const until = async <T>(relay: Relay, name: string, read: () => Promise<T | undefined>): Promise<T> => {
  for (const startedAtMs = Date.now(); Date.now() - startedAtMs < finishWithinMs; await wait(100)) {
    const value = await read()
    if (value !== undefined) return value
  }
  throw new Error(`${name}: not reached within ${finishWithinMs / 1_000} s. The relay's log:\n${relay.log()}`)
}

const createRepository = async (folder: string): Promise<string> => {
  const repository = join(folder, 'config')
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' })
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', repository])
  await writeFile(join(repository, 'app.json'), '{"replicas": 1}')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  return repository
}

const canaryDocument = (url: string) => `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: versions }
spec:
  schedule: '@every 1h'
  http:
    - { name: cel, url: '${url}', responseCodes: [200], test: { expr: 'code == 200 && content == "open"' }, display: { expr: '"cel " + content' } }
    - { name: go template, url: '${url}', display: { template: 'go {{ .content | toUpper }}' } }
    - { name: javascript, url: '${url}', display: { javascript: '"script " + (content + "!").length' } }
`

const playbookDocument = (repository: string, node: string) => `apiVersion: mission-control.flanksource.com/v1
kind: Playbook
metadata: { name: versions }
spec:
  parameters: [{ name: replicas, default: '3' }]
  actions:
    - { name: exec, exec: { script: 'echo {{.params.replicas}}' } }
    - { name: cel, if: 'params.replicas == "4"', exec: { script: 'exit 1' } }
    - { name: node, exec: { script: '"${node}" --print 1+1' } }
    - name: jq
      gitops:
        repo: { url: 'file://${repository}', base: main, branch: scale }
        commit: { author: Ada, email: ada@example.test, message: scale }
        patches: [{ path: app.json, jq: '.replicas = {{.params.replicas}}' }]
`

const summarySchema = z.object({
  checks_summary: z.array(
    z.object({ name: z.string(), status: z.string().optional(), message: z.string().optional() }),
  ),
})
const readySchema = z.object({
  ready: z.boolean(),
  parts: z.record(z.string(), z.object({ mode: z.string().optional() })),
})
const actionsSchema = z.array(z.object({ name: z.string(), status: z.string(), error: z.string().nullable() }))

const read = async <S extends z.ZodType>(relay: Relay, schema: S, path: string, init: RequestInit = {}) => {
  const response = await fetch(`${relay.url}${path}`, init)
  assert.ok(response.ok, `${path} responds with ${response.status}: ${await response.clone().text()}`)
  return schema.parse(await response.json())
}

const tryChecks = async (relay: Relay): Promise<void> => {
  const messages = await until(relay, 'checks', async () => {
    const { checks_summary: rows } = await read(relay, summarySchema, '/api/canary/api/summary')
    return rows.length === 3 && rows.every(({ message }) => message) ? rows : undefined
  })
  assert.deepEqual(Object.fromEntries(messages.map(({ name, message }) => [name, message])), {
    cel: 'cel open',
    'go template': 'go OPEN',
    javascript: 'script 5',
  })
}

const tryPlaybook = async (relay: Relay, repository: string): Promise<void> => {
  const [playbook] = await read(
    relay,
    z.array(z.object({ id: z.string() })),
    '/api/db/playbooks?name=eq.versions&select=id',
  )
  const { run_id: runId } = await read(relay, z.object({ run_id: z.string() }), '/api/playbook/run', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: playbook?.id }),
  })
  const runSchema = z.array(z.object({ status: z.string(), end_time: z.string().nullable() }))
  await until(relay, 'playbook run', async () => {
    const [run] = await read(relay, runSchema, `/api/db/playbook_runs?id=eq.${runId}&select=status,end_time`)
    return run?.end_time ? run : undefined
  })
  const path = `/api/db/playbook_run_actions?playbook_run_id=eq.${runId}&select=name,status,error&order=start_time`
  assert.deepEqual(await read(relay, actionsSchema, path), [
    { name: 'exec', status: 'completed', error: null },
    { name: 'cel', status: 'skipped', error: null },
    { name: 'node', status: 'completed', error: null },
    { name: 'jq', status: 'completed', error: null },
  ])
  const changed = execFileSync('git', ['-C', repository, 'show', 'scale:app.json'], { encoding: 'utf8' })
  assert.deepEqual(JSON.parse(changed), { replicas: 3 })
}

export const tryProduct = async (node: string): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-node-'))
  const target = await startHttpTarget()
  const relays: Relay[] = []
  const start = async (options: RelayOptions): Promise<Relay> => {
    const relay = await startRelay(options)
    relays.push(relay)
    return relay
  }
  try {
    const repository = await createRepository(folder)
    const resources = { 'canary.yaml': canaryDocument(target.at), 'playbook.yaml': playbookDocument(repository, node) }
    const options = { node, resources, dataDir: join(folder, 'data') }
    const first = await start(options)
    const { parts } = await read(first, readySchema, '/readyz')
    await tryChecks(first)
    await tryPlaybook(first, repository)
    assert.equal(await first.stop(), 0)
    const second = await start(options)
    await tryChecks(second)
    const runs = await read(second, z.array(z.unknown()), '/api/db/playbook_runs?select=id')
    assert.equal(runs.length, 1)
    assert.equal(await second.stop(), 0)
    for (const relay of relays) assert.doesNotMatch(relay.log(), /\(node:\d+\) \S*Warning/)
    return [
      'start',
      'HTTP checks',
      'CEL',
      'Go template',
      'JavaScript',
      'playbook',
      'jq',
      `exec (sandbox: ${parts['exec']?.mode})`,
      'restart',
    ]
  } finally {
    for (const relay of relays) await relay.stop('SIGKILL')
    await target.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
