import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createNotificationClient } from '#tests/fixtures/notification-client.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

const { addRule, deleteRulesAndSilences } = createNotificationClient(() => backend)

const insertItem = (type: string, more: object = {}) =>
  insertRow(backend.database, 'config_items', { config_class: type, type, name: type, health: 'healthy', ...more })
const link = (from: string, to: string, relation: string) =>
  backend.database.query(
    `insert into config_relationships (config_id, related_id, relation, selector_id) values ($1, $2, $3, 's')`,
    [from, to, relation],
  )
/** A rule whose messages cannot be delivered: its history says which were inhibited. */
const inhibiting = async (event: string, inhibitions: readonly object[]) =>
  addRule({ events: [event], inhibitions, custom_services: [{ name: 'hook', url: 'http://127.0.0.1:1/' }] })

const readStatuses = async (rules: readonly string[], id: string) => {
  const { rows } = await backend.database.query<{ rule: string; status: string }>(
    'select notification_id as rule, status from notification_send_history where resource_id = $1',
    [id],
  )
  return rules.map((rule) => {
    const found = rows.find((row) => row.rule === rule)
    return found === undefined ? undefined : found.status === 'inhibited'
  })
}

type Cells = readonly (readonly [inhibition: object, isInhibited: boolean])[]

/** The upper resource is reported first. The outcome of each rule is that of the lower resource. */
const listInhibiting = async (
  table: 'config_items' | 'components',
  { upper, lower }: { readonly upper: string; readonly lower: string },
  cells: Cells,
): Promise<Cells> => {
  const event = table === 'components' ? 'component.unhealthy' : 'config.unhealthy'
  const rules: string[] = []
  for (const [inhibition] of cells) rules.push(await inhibiting(event, [inhibition]))
  for (const id of [upper, lower]) {
    await backend.database.query(`update ${table} set health = 'unhealthy' where id = $1`, [id])
    await vi.waitFor(async () => expect(await readStatuses(rules, id)).not.toContain(undefined), { timeout: 20_000 })
  }
  const statuses = await readStatuses(rules, lower)
  await deleteRulesAndSilences()
  return cells.map(([inhibition], index) => [inhibition, statuses[index] === true] as const)
}

test('items: direction, soft relations, depth and types', async () => {
  const [node, middle, pod] = [await insertItem('Node'), await insertItem('ReplicaSet'), await insertItem('Pod')]
  await link(node, middle, 'hard')
  await link(middle, pod, 'hard')
  const [host, app] = [await insertItem('Host'), await insertItem('App')]
  await link(host, app, 'RunsOn')
  const ofPod: Cells = [
    [{ direction: 'outgoing', from: 'Node', to: ['Pod'] }, true],
    [{ direction: 'outgoing', from: 'Node' }, true],
    [{ direction: 'all', from: 'Node', to: ['Pod', 'App'] }, true],
    [{ direction: 'incoming', from: 'Node', to: ['Pod'] }, false],
    [{ direction: 'outgoing', from: 'Node', to: ['App'] }, false],
    [{ direction: 'outgoing', from: 'Host', to: ['Pod'] }, false],
    [{ direction: 'outgoing', from: 'Node', depth: 1 }, false],
    [{ direction: 'outgoing', from: 'Node', depth: 2 }, true],
  ]
  expect(await listInhibiting('config_items', { upper: node, lower: pod }, ofPod)).toEqual(ofPod)
  const ofApp: Cells = [
    [{ direction: 'outgoing', from: 'Host' }, false],
    [{ direction: 'outgoing', from: 'Host', soft: false }, false],
    [{ direction: 'outgoing', from: 'Host', soft: true }, true],
    [{ direction: 'all', from: 'Host', soft: true }, true],
    [{ direction: 'incoming', from: 'Host', soft: true }, false],
  ]
  expect(await listInhibiting('config_items', { upper: host, lower: app }, ofApp)).toEqual(ofApp)
})

test('an item that a reported one leads to inhibits by the incoming direction', async () => {
  const [service, database] = [await insertItem('Service'), await insertItem('Database')]
  await link(service, database, 'hard')
  const ofService: Cells = [
    [{ direction: 'incoming', from: 'Database' }, true],
    [{ direction: 'outgoing', from: 'Database' }, false],
    [{ direction: 'all', from: 'Database' }, true],
  ]
  expect(await listInhibiting('config_items', { upper: database, lower: service }, ofService)).toEqual(ofService)
})

test('components: direction and depth', async () => {
  const topology = await insertRow(backend.database, 'topologies', { name: 't', namespace: 'default', spec: '{}' })
  const insert = (type: string, path: string) =>
    insertRow(backend.database, 'components', {
      topology_id: topology,
      status: '',
      external_id: type,
      name: type,
      type,
      path,
      health: 'healthy',
    })
  const top = await insert('System', '')
  const middle = await insert('Group', top)
  const low = await insert('Part', `${top}.${middle}`)
  const below: Cells = [
    [{ direction: 'outgoing', from: 'System' }, true],
    [{ direction: 'outgoing', from: 'System', depth: 2 }, true],
    [{ direction: 'outgoing', from: 'System', depth: 1 }, false],
    [{ direction: 'incoming', from: 'System' }, false],
    [{ direction: 'all', from: 'System', to: ['Part'] }, true],
    [{ direction: 'all', from: 'Group' }, false],
  ]
  expect(await listInhibiting('components', { upper: top, lower: low }, below)).toEqual(below)
  await backend.database.query(`update components set health = 'healthy'`)
  const above: Cells = [
    [{ direction: 'incoming', from: 'Part' }, true],
    [{ direction: 'incoming', from: 'Part', depth: 1 }, false],
    [{ direction: 'outgoing', from: 'Part' }, false],
  ]
  expect(await listInhibiting('components', { upper: low, lower: top }, above)).toEqual(above)
})
