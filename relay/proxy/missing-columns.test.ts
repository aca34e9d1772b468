import { expect, test } from 'vitest'
import { createMissingColumns } from './missing-columns.ts'

const lacking = (lacks: Readonly<Record<string, string>>) => {
  const paths: string[] = []
  const ask = async (path: string) => {
    paths.push(path)
    const message = Object.entries(lacks).find(([fragment]) => path.includes(fragment))?.[1]
    if (message === undefined) return { status: 200, body: '[]' }
    return { status: 400, body: JSON.stringify({ code: '42703', details: null, hint: null, message }) }
  }
  return { paths, ask }
}

test('omits a missing column and never requests it again', async () => {
  const { paths, ask } = lacking({ 'category,tags': 'column playbooks.tags does not exist' })
  const columns = createMissingColumns()
  const path = '/api/db/playbooks?select=id,type:category,tags&id=eq.1'
  expect(await columns(path, ask)).toEqual({ status: 200, body: '[]' })
  await columns(path, ask)
  const without = '/api/db/playbooks?select=id,type:category&id=eq.1'
  expect(paths).toEqual([path, without, without])
})

test('omits it from its own relation only, also when embedded', async () => {
  const { paths, ask } = lacking({ 'id,tags': 'column playbooks_1.tags does not exist' })
  const path =
    '/api/db/playbook_runs?id=eq.1&select=x,playbook:playbooks(id,tags),config:config_items!fk(tags,agent:agents(id))'
  await createMissingColumns()(path, ask)
  expect(paths).toEqual([
    path,
    '/api/db/playbook_runs?id=eq.1&select=x,playbook:playbooks(id),config:config_items!fk(tags,agent:agents(id))',
  ])
})

test('learns several columns and returns errors outside of select lists unchanged', async () => {
  const { paths, ask } = lacking({
    'a,b': 'column things.a does not exist',
    'b,c': 'column things.b does not exist',
    'order=z': 'column things.z does not exist',
  })
  const columns = createMissingColumns()
  expect((await columns('/api/db/things?select=a,b,c', ask)).status).toBe(200)
  expect(paths.at(-1)).toBe('/api/db/things?select=c')
  expect((await columns('/api/db/things?select=c&order=z', ask)).status).toBe(400)
  expect((await columns('/api/db/things?select=c&order=z', ask)).status).toBe(400)
})

const refusing = async () => ({ status: 400, body: 'no' })

test('returns other errors and invalid JSON unchanged', async () => {
  expect(await createMissingColumns()('/api/db/things?select=a', refusing)).toEqual({ status: 400, body: 'no' })
})
