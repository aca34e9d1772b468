import { describe, expect, test } from 'vitest'
import { resources, type Resource } from './resources.ts'
import { allows, isAdmin, isViewer, roles } from './roles.ts'

const readable = (role: string) => resources.filter((resource) => allows([role], 'read', resource))
const writable = (role: string) => resources.filter((resource) => allows([role], 'write', resource))
const except = (...left: Resource[]) => resources.filter((resource) => !left.includes(resource))

const common = except('rbac', 'identities', 'connections', 'audit', 'backup', 'relays')
const incidentWork = ['responder', 'incident', 'evidences', 'comments']

describe('the matrix of roles', () => {
  test('knows six roles [PERM-01]', () => {
    expect(roles.toSorted()).toEqual(['admin', 'commander', 'editor', 'guest', 'responder', 'viewer'])
  })

  test('covers twenty-one resources, exec documents and the audit log [PERM-02]', () => {
    expect([...resources]).toEqual([
      'database',
      'rbac',
      'auth',
      'responder',
      'incident',
      'evidences',
      'comments',
      'canaries',
      'topologies',
      'config_scrapers',
      'identities',
      'connections',
      'kratos',
      'agents',
      'properties',
      'logging_backends',
      'integrations',
      'notifications',
      'playbooks',
      'playbook_runs',
      'permissions',
      'exec',
      'audit',
      'backup',
      'relays',
    ])
  })

  test('lets an admin read and write everything [PERM-03,PERM-04]', () => {
    expect([readable('admin'), writable('admin')]).toEqual([[...resources], [...resources]])
  })

  test('lets an editor read all but audit log and backups, and write all but connections, identities, rbac and exec [PERM-05,PERM-06]', () => {
    expect([readable('editor'), writable('editor')]).toEqual([
      except('audit', 'backup', 'relays'),
      except('connections', 'identities', 'rbac', 'exec', 'audit', 'backup', 'relays'),
    ])
  })

  test.each(['commander', 'responder'])(
    'lets a %s read all but rbac, identities, connections, audit log and backups, and write incident data [PERM-07,PERM-08,PERM-09,PERM-10]',
    (role) => {
      expect([readable(role), writable(role)]).toEqual([common, incidentWork])
    },
  )

  test.each(['viewer', 'guest'])('lets a %s read the same and write nothing [PERM-11,PERM-12]', (role) => {
    expect([readable(role), writable(role)]).toEqual([common, []])
  })

  test('gives nothing to an unknown role', () => {
    expect([readable('constructor'), writable('')]).toEqual([[], []])
  })
})

test.each([
  [['admin', 'viewer'], true],
  [['editor'], false],
  [[], false],
])('%j make an administrator: %s [PERM-13]', (held, expected) => {
  expect(isAdmin(held)).toBe(expected)
})

test.each([
  [['viewer'], true],
  [['guest'], true],
  [['guest', 'viewer'], true],
  [['viewer', 'editor'], false],
  [[], false],
])('%j make a viewer: %s [PERM-14]', (held, expected) => {
  expect(isViewer(held)).toBe(expected)
})
