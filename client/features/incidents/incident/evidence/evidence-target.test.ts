import { expect, test } from 'vitest'
import { evidenceSchema } from '#shared/incidents/evidence.ts'
import { findTarget } from './evidence-target.ts'

const evidence = (row: object) => evidenceSchema.parse({ id: 'e1', type: 'check', description: 'why', ...row })

const readLocation = (row: object) => {
  const target = findTarget(evidence(row))
  return target !== null && 'href' in target ? [target.kind, target.name, target.href] : target
}

test('evidence of every type names its target and links to it [INC-14]', () => {
  const config = { id: 'i1', name: 'authorize-svc', type: 'Deployment' }
  expect([
    readLocation({ check_id: 'c1', checks: { id: 'c1', name: 'pay', status: 'unhealthy' } }),
    readLocation({ config_change_id: 'h1', config_changes: { id: 'h1', config_id: 'i1', configs: config } }),
    readLocation({ config_analysis_id: 'a1', config_analysis: { id: 'a1', config_id: 'i1', analyzer: 'trivy' } }),
    readLocation({ config_id: 'i1', configs: config }),
    readLocation({ component_id: 'p1', components: { id: 'p1', name: 'mesh' } }),
    readLocation({ type: 'log', component_id: 'p1', components: { id: 'p1', name: 'mesh' } }),
    readLocation({ type: 'comment' }),
  ]).toEqual([
    ['check', 'pay', '/health?checkId=c1'],
    ['change', 'authorize-svc', '/catalog/i1/changes?change=h1'],
    ['insight', 'trivy', '/catalog/i1/insights?insight=a1'],
    ['item', 'authorize-svc', '/catalog/i1'],
    ['component', 'mesh', '/topology/p1'],
    ['log', 'mesh', '/topology/p1'],
    null,
  ])
})

test('evidence whose target was deleted or is not readable is marked as missing', () => {
  const check = { id: 'c1', name: 'pay', status: 'healthy', deleted_at: '2026-01-01T00:00:00Z' }
  expect(findTarget(evidence({ check_id: 'c1', checks: check }))).toMatchObject({ name: 'pay', isDeleted: true })
  expect(findTarget(evidence({ config_change_id: 'h1', config_changes: null }))).toEqual({
    kind: 'change',
    isMissing: true,
  })
})

test('unreadable extra data is left out, and nothing else with it', () => {
  const read = evidence({ evidence: { lines: 'many', selected_lines: { 3: 'image: proxy' }, start: 7 } })
  expect(read.evidence).toMatchObject({ lines: null, selected_lines: { 3: 'image: proxy' }, start: null })
})
