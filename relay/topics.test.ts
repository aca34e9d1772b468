import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { topics as declared } from '#shared/live/topics.ts'
import { createChangeIndex } from '#relay/live/feeds/change-index.ts'
import { boundTopics } from '#relay/testing/bound-topics.ts'

const changes = createChangeIndex(boundTopics)

const listNames = (module: object): string[] =>
  Object.values(module).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return []
    const topics: readonly unknown[] = 'getKey' in value ? [value] : Object.values(value)
    return topics.flatMap((topic) =>
      typeof topic === 'object' && topic !== null && 'getKey' in topic && 'name' in topic ? [String(topic.name)] : [],
    )
  })

test('every topic of a domain is declared and bound to a source', async () => {
  const root = fileURLToPath(new URL('../shared/', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => `${root}${path}`)
    .filter((path) => /\b(defineTopic|tableTopic)\(?/.test(readFileSync(path, 'utf8')))
  const modules = await Promise.all(files.map((path) => import(path) as Promise<object>))
  const written = [...new Set(modules.flatMap(listNames))].toSorted()
  expect(declared.map(({ name }) => name).toSorted()).toEqual(written)
  expect(boundTopics.map(({ name }) => name).toSorted()).toEqual(written)
})

const id = '0195c0de-0000-7000-8000-000000000001'

test.each([
  ['POST', `/api/canary/run/check/${id}`, ['health.checks', 'health.statuses', 'attention.checks']],
  ['POST', '/api/canary/webhook/alerts', ['health.checks', 'health.statuses', 'attention.checks']],
  ['POST', `/api/canary/run/topology/${id}`, ['topology.components']],
  ['DELETE', '/api/db/config_component_relationships?component_id=eq.1', ['topology.components']],
  ['PATCH', '/api/db/canaries?id=eq.1', ['health.checks', 'health.canaries', 'attention.checks']],
  ['POST', '/api/db/playbooks', ['playbooks.playbooks']],
  ['DELETE', '/api/db/permissions?id=eq.1', ['settings.permissions']],
  ['DELETE', '/api/db/checks?id=eq.1', ['health.checks', 'attention.checks']],
  ['POST', '/api/db/check_statuses', ['health.checks', 'health.statuses']],
  ['PATCH', '/api/db/properties?name=eq.logs.disable', ['settings.flags']],
  ['POST', '/api/auth/invite_user', ['settings.users']],
  ['POST', `/api/auth/${id}/update_state`, ['settings.users']],
  ['POST', '/api/people/update', ['settings.users']],
  ['POST', `/api/rbac/${id}/update_role`, ['settings.users']],
  ['DELETE', `/api/people/${id}`, ['settings.users']],
  ['POST', '/api/playbook/run', ['playbooks.runs', 'playbooks.run', 'attention.runs']],
  ['POST', `/api/playbook/run/approve/${id}`, ['playbooks.runs', 'playbooks.run', 'attention.runs']],
  ['POST', `/api/playbook/run/cancel/${id}`, ['playbooks.runs', 'playbooks.run', 'attention.runs']],
  ['POST', '/api/playbook/webhook/deploy', ['playbooks.runs', 'playbooks.run', 'attention.runs']],
])('%s %s may change %j', (method, url, names) => {
  expect(changes.ofRequest(method, url)).toEqual(names)
})

test.each([
  ['GET', '/api/db/canaries'],
  ['POST', '/api/db/saved_query'],
  ['POST', '/api/db/rpc/checks'],
])('%s %s changes no topic', (method, url) => {
  expect(changes.ofRequest(method, url)).toEqual([])
})

test.each([
  [['job_history'], ['jobs.history', 'jobs.failing', 'catalog.scrapers', 'resources.topologies', 'resources.teams']],
  [['config_scrapers'], ['catalog.scrapers']],
  [['config_analysis'], ['catalog.insights']],
  [['config_relationships'], ['catalog.relationships']],
  [
    ['comments', 'evidences'],
    ['incidents', 'incidents.incident'],
  ],
  [
    ['playbook_approvals', 'playbook_runs'],
    ['playbooks.run', 'playbooks.runs', 'attention.runs'],
  ],
  [['playbook_run_actions'], ['playbooks.runs', 'playbooks.run', 'playbooks.log']],
  [['playbook_action_log_chunks'], ['playbooks.log']],
  [['artifacts'], ['playbooks.run']],
])('a change of %j affects %j', (relations, names) => {
  expect(changes.ofRelations(relations)).toEqual(names)
})
