import { expect, test } from 'vitest'
import type { Principal } from '#shared/access/decide.ts'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import { createCheckScope } from './check-scope.ts'

const web = { id: 'c1', name: 'web', namespace: 'shop', labels: { env: 'production' } }
const sees = (rows: readonly object[], grant: Partial<Grant>, roles: readonly string[] = []) => {
  const parsedGrant = grantSchema.parse({ id: 'g', subject: 'ada', subject_type: 'person', action: 'read', ...grant })
  const viewer: Principal = { id: 'ada', roles, grants: [parsedGrant] }
  const paths: string[] = []
  const fetchText = async (path: string) => {
    paths.push(path)
    return JSON.stringify(rows)
  }
  return createCheckScope(fetchText)(viewer, { checkId: 'k1' }, AbortSignal.timeout(1_000)).then((canSee) => ({
    canSee,
    paths,
  }))
}

test('shows the results of a check to viewers who can read its canary', async () => {
  expect(await sees([{ canary: web }], { canary_id: 'c1' })).toEqual({
    canSee: true,
    paths: [
      '/api/db/checks?id=eq.k1&select=canary:canaries!checks_canary_id_fkey(id,name,namespace,labels,agent:agents(id,name))',
    ],
  })
  expect((await sees([{ canary: web }], { canary_id: 'c2' })).canSee).toBe(false)
  const selector = { canaries: [{ labelSelector: 'env=production', namespace: 'shop' }] }
  expect((await sees([{ canary: web }], { object_selector: selector })).canSee).toBe(true)
  expect((await sees([{ canary: web }], { object_selector: selector, deny: true }, ['viewer'])).canSee).toBe(false)
  const edge = { ...web, agent: { id: 'a1', name: 'edge' } }
  expect((await sees([{ canary: edge }], { object: 'canaries', agents: ['edge'] })).canSee).toBe(true)
  expect((await sees([{ canary: web }], { object: 'canaries', agents: ['edge'] })).canSee).toBe(false)
})

test('shows no results of a deleted check', async () => {
  expect((await sees([], { canary_id: 'c1' })).canSee).toBe(false)
})
