import { describe, expect, test } from 'vitest'
import { areas, foreignLists } from './areas.ts'
import { decide, type Principal } from './decide.ts'
import { validateGrantChange } from './grant-change.ts'
import type { Person } from './grant-effect.ts'
import { grantSchema, type Grant } from './grant.ts'
import { accessActions, type AccessAction } from './resources.ts'
import { roles } from './roles.ts'
import type { About, Question } from './question.ts'

const nowMs = Date.parse('2026-11-21T08:00:00Z')
let made = 0
const grant = (fields: Partial<Grant>): Grant =>
  grantSchema.parse({ id: `g${(made += 1)}`, subject: 'sam', subject_type: 'person', action: 'read', ...fields })
const deny = (fields: Partial<Grant>) => grant({ deny: true, ...fields })

const people: readonly Person[] = [
  ...roles.map((role): Person => ({ id: role, name: role, roles: [role] })),
  { id: 'sam', name: 'Sam', roles: [] },
  { id: 'grace', name: 'Grace', roles: ['viewer', 'admin'], teams: [{ id: 't1', name: 'pay' }] },
]
const whole = areas.flatMap(({ resource, object }) =>
  accessActions.map((action): Question & { object: string } => ({ action, resource, object })),
)
const findRejection = (
  principal: Principal,
  change: { before?: Grant; after?: Grant },
  grants: readonly Grant[] = change.before ? [change.before] : [],
) =>
  validateGrantChange(
    principal,
    { before: change.before ?? null, after: change.after ?? null },
    { people, grants },
    nowMs,
  )
const role = (name: string): Principal => ({ id: name, roles: [name] })

describe.each(roles)('a person with the role %s', (name) => {
  const principal = role(name)

  test.each(areas)('can give of $name exactly what the role has', ({ object }) => {
    const isHeld = (action: AccessAction) =>
      [...areas, ...foreignLists].every(
        (area) =>
          area.object !== object ||
          decide(principal, { action, resource: area.resource, object }, { nowMs }).answer === 'allowed',
      )
    const grantable = accessActions.filter(
      (action) => findRejection(principal, { after: grant({ action, object }) }) === null,
    )
    const writes = ['create', 'update', 'delete', 'write'] as const
    expect(grantable).toEqual(
      accessActions.filter((action) => isHeld(action) && (action !== 'write' || writes.every((each) => isHeld(each)))),
    )
  })

  test('can give everything only as an administrator', () => {
    expect(findRejection(principal, { after: grant({ action: '*', object: '*' }) }) === null).toBe(name === 'admin')
  })

  test.each(['agent-push', 'kubernetes-proxy', 'logs', 'agent'])(
    'can give %s, which no role covers, only as an administrator',
    (object) => {
      expect(findRejection(principal, { after: grant({ action: 'read', object }) }) === null).toBe(name === 'admin')
    },
  )
})

const deniableRoles: Record<(typeof roles)[number], readonly string[]> = {
  admin: ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'],
  editor: ['editor', 'commander', 'responder', 'viewer', 'guest'],
  commander: ['commander', 'responder', 'viewer', 'guest'],
  responder: ['commander', 'responder', 'viewer', 'guest'],
  viewer: ['viewer', 'guest'],
  guest: ['viewer', 'guest'],
}

const denyAll = (subject: string, subject_type: 'person' | 'group') =>
  deny({ subject, subject_type, action: '*', object: 'canaries' })

describe.each(roles)('a deny by a person with the role %s', (name) => {
  test.each(roles)('on a person with the role %s', (subject) => {
    expect(findRejection(role(name), { after: denyAll(subject, 'person') }) === null).toBe(
      deniableRoles[name].includes(subject),
    )
  })
  test.each(['editor', 'commander', 'responder', 'guest', 'admin'] as const)('on the role %s', (subject) => {
    expect(findRejection(role(name), { after: denyAll(subject, 'group') }) === null).toBe(
      deniableRoles[name].includes(subject),
    )
  })
  test.each(['viewer', 'everyone'])('on %s, which includes administrators, only as an administrator', (subject) => {
    expect(findRejection(role(name), { after: denyAll(subject, 'group') }) === null).toBe(name === 'admin')
  })
  test('on a team with an administrator, only as an administrator', () => {
    const row = deny({ subject: 't1', subject_type: 'team', action: 'read', object: 'canaries' })
    expect(findRejection(role(name), { after: row }) === null).toBe(name === 'admin')
  })
})

describe('an editor', () => {
  const editor = role('editor')

  test.each([
    ['deletes', {}],
    ['ends', { until: '2026-11-21T07:00:00Z' }],
    ['moves to another person', { subject: 'sam' }],
    ['turns into a grant', { deny: false }],
    ['narrows', { object_selector: { canaries: [{ name: 'x' }] } }],
  ])('%s no deny about themselves', (change, fields) => {
    const before = deny({ subject: 'editor', object: 'canaries' })
    expect(
      findRejection(editor, { before, ...(change !== 'deletes' && { after: { ...before, ...fields } }) }),
    ).toContain('You cannot grant read on canaries')
  })

  test('can change the description of a deny about themselves', () => {
    const before = deny({ subject: 'editor', object: 'canaries' })
    expect(findRejection(editor, { before, after: { ...before, description: 'until Monday' } })).toBeNull()
  })

  test('cannot extend or move a grant by another person beyond their own permissions', () => {
    const before = grant({ object: 'connection', action: 'update' })
    const wider = { ...before, action: 'update,delete' }
    expect(findRejection(editor, { before, after: wider })).toContain('You cannot grant update on connections')
    expect(findRejection(editor, { before, after: { ...before, subject: 'editor' } })).not.toBeNull()
  })

  test('cannot remove a grant that gives a person more than they have themselves', () => {
    const before = grant({ object: 'connection', action: 'update' })
    expect(findRejection(editor, { before })).toBe(
      'You cannot restrict Sam, who has update on connections and you do not. Ask an administrator.',
    )
    expect(findRejection(editor, { before: grant({ object: 'canaries', action: 'update' }) })).toBeNull()
  })

  test('cannot give what a deny removes from them, even in part', () => {
    const own = deny({ subject: 'editor', object_selector: { canaries: [{ name: 'vault' }] } })
    expect(findRejection(editor, { after: grant({ object: 'canaries' }) }, [own])).toContain('You cannot grant')
  })

  test('cannot restore a deleted grant that exceeds their permissions', () => {
    expect(findRejection(editor, { after: grant({ object: 'connection', action: 'delete' }) })).not.toBeNull()
  })
})

const run = (fields: Partial<Grant>) => grant({ action: 'playbook:run', object: 'playbooks', ...fields })

describe('a person with a partial grant', () => {
  const own = { subject: 'viewer', action: 'playbook:run', object: 'playbooks' }
  const viewer = role('viewer')

  test.each<[string, Partial<Grant>, Partial<Grant>, boolean]>([
    ['the same part', { playbook_id: 'p1' }, { playbook_id: 'p1' }, true],
    ['a part of that part', { playbook_id: 'p1' }, { playbook_id: 'p1', tags: { env: 'staging' } }, true],
    ['another part', { playbook_id: 'p1' }, { playbook_id: 'p2' }, false],
    ['the whole', { playbook_id: 'p1' }, {}, false],
    ['fewer agents', { agents: ['a', 'b'] }, { agents: ['a'] }, true],
    ['more agents', { agents: ['a'] }, { agents: ['a', 'b'] }, false],
    ['every agent', { agents: ['a'] }, { agents: [] }, false],
    ['another tag', { tags: { env: 'staging' } }, { tags: { env: 'production' } }, false],
    [
      'the same selector',
      { object_selector: { configs: [{ name: 'x*' }] } },
      { object_selector: { configs: [{ name: 'x*' }] } },
      true,
    ],
    [
      'a selector that only looks narrower',
      { object_selector: { configs: [{ name: 'x*' }] } },
      { object_selector: { configs: [{ name: 'xy*' }] } },
      false,
    ],
    ['a selector that cannot be parsed', { object_selector: { views: [] } }, { object_selector: { views: [] } }, false],
    ['as long', { until: '2026-12-01T00:00:00Z' }, { until: '2026-12-01T00:00:00+00:00' }, true],
    ['longer', { until: '2026-12-01T00:00:00Z' }, { until: '2026-12-02T00:00:00Z' }, false],
    ['for ever', { until: '2026-12-01T00:00:00Z' }, {}, false],
  ])('gives %s: %#', (_description, held, requested, isAllowed) => {
    expect(findRejection(viewer, { after: run(requested) }, [grant({ ...own, ...held })]) === null).toBe(isAllowed)
  })
})

const sequence = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
  return seed / 2 ** 32
}

test('an accepted change never gives more than its author has, over 1,500 seeded changes', () => {
  const random = sequence(4_600)
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('There is nothing to choose from.')
    return item
  }
  const anyGrant = (subject: string): Grant =>
    grant({
      subject,
      action: one(['read', '*', 'update', 'playbook:run', 'read,update', 'playbook:*', '!delete', 'write']),
      object: one([null, '*', 'canaries', 'playbooks', 'catalog', 'connection', 'database*', '!rbac']),
      deny: random() < 0.3,
      playbook_id: one([null, null, 'p1', 'p2']),
      canary_id: one([null, null, null, 'c1']),
      object_selector: one([null, null, null, { configs: [{ tagSelector: 'env=a' }] }, { canaries: [{ name: 'c*' }] }]),
      agents: one([null, null, ['edge'], ['edge', 'far']]),
      tags: one([null, null, { env: 'a' }]),
      until: one([null, null, '2026-11-22T00:00:00Z', '2026-11-20T00:00:00Z']),
    })
  const agents = [null, { id: 'edge', name: 'edge' }]
  const abouts = agents.flatMap((agent) =>
    ['a', 'b'].flatMap((env): About[] => {
      const row = { name: `c${env}`, tags: { env }, labels: { env }, agent }
      return [
        { playbook: { id: 'p1', name: 'p1' }, config: { id: 'x', ...row } },
        { playbook: { id: 'p2', name: 'p2' } },
        { canary: { id: 'c1', ...row } },
        { config: { id: 'x', ...row } },
        { connection: { id: 'k' } },
      ]
    }),
  )
  let accepted = 0
  for (let round = 0; round < 1_500; round += 1) {
    const principal: Principal = { id: 'ada', roles: [one(['editor', 'viewer', 'responder'])] }
    const before = random() < 0.5 ? anyGrant(one(['sam', 'ada'])) : null
    const after = random() < 0.7 ? anyGrant(one(['sam', 'ada'])) : null
    const held = [...(before ? [before] : []), anyGrant('ada'), anyGrant('ada'), anyGrant('sam')]
    if (validateGrantChange(principal, { before, after }, { people, grants: held }, nowMs) !== null) continue
    accepted += 1
    const next = [...held.filter((each) => each !== before), ...(after ? [after] : [])]
    for (const { id, roles: own } of [{ id: 'sam', roles: [] }, principal]) {
      for (let attempt = 0; attempt < 60; attempt += 1) {
        const question = { ...one(whole), about: one(abouts) }
        const now = decide({ id, roles: own, grants: next }, question, { nowMs }).answer
        if (now === 'refused' || decide({ id, roles: own, grants: held }, question, { nowMs }).answer === now) continue
        expect([question, decide({ ...principal, grants: held }, question, { nowMs }).answer]).toEqual([
          question,
          'allowed',
        ])
      }
    }
  }
  expect(accepted).toBeGreaterThan(100)
})
