import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readPermissionSpec, writePermissionSpec } from './permission-document.ts'
import { readPermissionGroupSpec, writePermissionGroupSpec } from './permission-group-document.ts'

const read = (spec: string) => readPermissionSpec(parse(spec))
const readGroup = (spec: string) => readPermissionGroupSpec(parse(spec))

const examples: readonly (readonly [spec: string, row: object])[] = [
  [
    'subject: { team: readers }\nactions: [read]\nobject: { configs: [{ name: "*" }] }',
    { subject: { team: 'readers' }, action: 'read', object_selector: { configs: [{ name: '*' }] } },
  ],
  [
    'subject: { person: ada@example.com }\nactions: ["playbook:run", "playbook:approve"]\ndeny: true\nobject: { playbooks: [{ name: scale-* }], configs: [{ namespace: shop, types: ["Kubernetes::Pod"] }] }',
    {
      subject: { person: 'ada@example.com' },
      action: 'playbook:run,playbook:approve',
      deny: true,
      object_selector: {
        playbooks: [{ name: 'scale-*' }],
        configs: [{ namespace: 'shop', types: ['Kubernetes::Pod'] }],
      },
    },
  ],
  [
    'subject: { notification: { namespace: ops, name: page } }\nactions: ["create,read,update,delete"]\nobject: { canaries: [{ namespaces: [dev, test], labels: { app: shop }, tags: { env: prod } }] }',
    {
      subject: { notification: 'ops/page' },
      action: 'create,read,update,delete',
      object_selector: {
        canaries: [{ namespace: ['dev', 'test'], labelSelector: 'app=shop', tagSelector: 'env=prod' }],
      },
    },
  ],
  [
    'subject: { team: readers }\nactions: ["playbook:r*", "!Delete", "INVOKE", "invoke:grafana:*"]\ndeny: true\nobject: { playbooks: [{}] }',
    {
      subject: { team: 'readers' },
      action: 'playbook:r*,!Delete,INVOKE,invoke:grafana:*',
      deny: true,
      object_selector: { playbooks: [{}] },
    },
  ],
  [
    'subject: { group: everyone }\naction: read\nobject: catalog',
    { subject: { group: 'everyone' }, action: 'read', object: 'catalog' },
  ],
]

describe('a permission document', () => {
  test.each(examples)('%s', (spec, row) => {
    expect(read(spec)).toEqual({ spec: row })
  })

  test.each(examples)('is what the writer of backups writes: %s', (_spec, row) => {
    const written = writePermissionSpec({ ...row })
    expect(written).toHaveProperty('actions')
    expect(readPermissionSpec(written)).toEqual({ spec: row })
  })

  test('is written without the empty parts of a list of actions', () => {
    const written = writePermissionSpec({ subject: { group: 'x' }, action: ' read,, write, ', object: 'playbooks' })
    expect(written).toHaveProperty('actions', ['read', 'write'])
    expect(readPermissionSpec(written)).toHaveProperty('spec.action', 'read,write')
  })

  test('with an object and selectors keeps the columns of its row', () => {
    const row = {
      subject: { group: 'x' },
      action: '*',
      object: 'playbooks',
      object_selector: { playbooks: [{ name: 'a' }] },
    }
    const written = writePermissionSpec(row)
    expect(written).toEqual({
      subject: row.subject,
      actions: ['*'],
      object: 'playbooks',
      object_selector: row.object_selector,
    })
    expect(readPermissionSpec(written)).toEqual({ spec: row })
  })

  test.each([
    ['subject: { team: a }', 'spec.actions: required.'],
    ['actions: []', 'spec.actions: must be a list of actions.'],
    ['actions: [read, raed]', 'spec.actions[1]: unknown action "raed"; use read, write, '],
    ['actions: [read]\naction: read', 'spec.action: repeats actions.'],
    ['actions: [read]\nobject: { playbook: [] }', 'spec.object.playbook: unknown field (did you mean "playbooks"?).'],
    [
      'actions: [read]\nobject: { configs: [{ nam: x }] }',
      'spec.object.configs[0].nam: unknown field (did you mean "name"?).',
    ],
    [
      'actions: [read]\nobject: { configs: [{ name: 5 }] }',
      'spec.object.configs[0].name: must be a string or a list, got the number 5.',
    ],
    ['actions: [read]\nobject: { configs: web }', 'spec.object.configs: must be a list, got the string "web".'],
    ['actions: [read]\nobject: {}', 'spec.object: needs selectors of configs, components'],
  ])('rejects %j', (spec, reason) => {
    expect(read(spec)).toEqual({ error: expect.stringContaining(reason) })
  })
})

describe('a permission group document', () => {
  test('lists its members by kind', () => {
    expect(
      readGroup(
        'playbooks: [{ name: "*" }]\ncanaries: [{ name: "*", namespace: lab }]\nteams: [ops]\nscrapers: [lab/aws]',
      ),
    ).toEqual({
      selectors: {
        playbooks: [{ name: '*' }],
        canaries: [{ name: '*', namespace: 'lab' }],
        teams: [{ name: 'ops' }],
        scrapers: [{ namespace: 'lab', name: 'aws' }],
      },
    })
    expect(readGroup('selectors: [{ name: x }]')).toEqual({ selectors: [{ name: 'x' }] })
  })

  test('is written by its members, where they are known', () => {
    const selectors = { playbooks: [{ name: 'x' }] }
    expect(writePermissionGroupSpec(selectors)).toEqual(selectors)
    for (const other of [{ others: [] }, [{ name: 'x' }], {}, { playbooks: ['x'] }])
      expect(writePermissionGroupSpec(other)).toEqual({ selectors: other })
  })

  test.each([
    ['{}', 'spec: needs the members of the group: people, teams, '],
    ['playbok: []', 'spec.playbok: unknown field (did you mean "playbooks"?).'],
    ['selectors: { peple: [a@example.com] }', 'spec.selectors.peple: unknown field (did you mean "people"?).'],
    ['selectors: { members: [a@example.com] }', 'spec.selectors.members: unknown field; use people, teams, '],
    ['people: [ada@example.com, Ada]', 'spec.people[1]: people are named by mail address or id, '],
    ['selectors: { people: [{ name: Ada }] }', 'spec.selectors.people[0]: people are named by mail address or id, '],
    ['playbooks: 3', 'spec.playbooks: must be a list of names or {name, namespace}.'],
    ['selectors: {}\nteams: []', 'spec.teams: repeats selectors.'],
    ['selectors: 3', 'spec.selectors: must be a map of lists of selectors.'],
  ])('rejects %j', (spec, reason) => {
    expect(readGroup(spec)).toEqual({ error: expect.stringContaining(reason) })
  })
})
