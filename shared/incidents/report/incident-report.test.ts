import { expect, test } from 'vitest'
import { evidenceSchema } from '#shared/incidents/evidence.ts'
import type { Observed } from '#shared/incidents/timeline-parts.ts'
import { buildReport, type Reported } from './incident-report.ts'
import { reportHtml } from './report-html.ts'
import { reportMarkdown } from './report-markdown.ts'
import { toReportBlocks } from './report-sections.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 8, minute)).toISOString()
const turn = (minute: number, went: 'well' | 'badly', name = 'front'): Observed => ({
  id: `${name} ${minute}`,
  about: 'check',
  at: at(minute),
  who: null,
  name,
  says: '',
  went,
  ref: name,
  config_id: null,
  thing_id: name,
})
const incident: Reported['incident'] = {
  id: 'i',
  incident_id: 'INC-7',
  title: 'Shop is down',
  description: null,
  type: 'availability',
  severity: 'high',
  status: 'resolved',
  created_at: at(0),
  acknowledged: at(2),
  resolved: at(30),
  closed: null,
  commander: { name: 'Ada' },
  communicator: null,
}
const set = (minute: number, status: string) => ({
  id: status,
  type: 'incident.status_updated',
  description: status,
  created_at: at(minute),
  created_by: null,
  hypothesis: null,
  evidence: null,
  responder: null,
})
const hostile = '<script>alert(1)</script> [x](javascript:alert(1)) | `a` **b** \n# c'
const reported: Reported = {
  incident,
  hypotheses: [
    {
      id: 'r',
      parent_id: null,
      type: 'root',
      title: 'The disk',
      status: 'proven',
      created_by: { name: 'Ada' },
      evidences: [],
    },
    {
      id: 's',
      parent_id: 'r',
      type: 'solution',
      title: 'Clean it',
      status: 'proven',
      created_by: null,
      evidences: [evidenceSchema.parse({ id: 'e', type: 'comment', description: hostile })],
    },
  ],
  history: [set(20, 'mitigated'), set(30, 'resolved'), set(25, 'mitigated')],
  observed: [
    turn(-5, 'badly'),
    turn(10, 'well'),
    turn(12, 'badly'),
    turn(13, 'well'),
    turn(20, 'badly', 'back'),
    { ...turn(15, 'well', 'Clean up'), about: 'run' },
    { ...turn(50, 'well', 'Too late'), about: 'run' },
    { ...turn(1, 'well', 'Kofi'), about: 'send', says: 'front fails' },
    { ...turn(3, 'badly', '#ops'), about: 'send', says: 'front fails' },
  ],
  lines: [
    {
      id: '1',
      group: 'people',
      at: at(0),
      recordedAt: null,
      actor: 'Ada',
      text: 'opened it',
      body: null,
      went: null,
      about: null,
      isHidden: false,
      isPinned: true,
    },
    {
      id: '2',
      group: 'people',
      at: at(1),
      recordedAt: null,
      actor: 'Ada',
      text: '',
      body: hostile,
      went: null,
      about: null,
      isHidden: false,
      isPinned: false,
    },
    {
      id: '3',
      group: 'people',
      at: at(2),
      recordedAt: null,
      actor: null,
      text: 'a secret',
      body: null,
      went: null,
      about: null,
      isHidden: true,
      isPinned: false,
    },
  ],
  older: 3,
  cuts: [{ about: 'check', before: at(-5) }],
}

test('reports check downtimes, notifications and response times', () => {
  const report = buildReport(reported, Date.parse(at(90)))
  expect([report.toAcknowledgeMs, report.toMitigateMs, report.toResolveMs]).toEqual([120_000, 1_200_000, 1_800_000])
  expect(report.checks).toEqual([
    { name: 'front', failedMs: 16 * 60_000, times: 2, stillFails: false },
    { name: 'back', failedMs: 10 * 60_000, times: 1, stillFails: true },
  ])
  expect(report.notified).toEqual([
    { at: at(1), whom: 'Kofi', what: 'front fails', arrived: true },
    { at: at(3), whom: '#ops', what: 'front fails', arrived: false },
  ])
  expect(report.solvedBy).toEqual(['Clean it', 'Playbook Clean up'])
  expect(report.hypotheses).toMatchObject([{ title: 'The disk', outcome: 'proven', below: [{ title: 'Clean it' }] }])
})

test('an open incident has no time to resolve, and its checks fail up to now', () => {
  const open = {
    ...reported,
    incident: { ...incident, status: 'open', resolved: null, acknowledged: null },
    history: [],
  }
  const { toAcknowledgeMs, toMitigateMs, toResolveMs } = buildReport(open, Date.parse(at(40)))
  expect([toAcknowledgeMs, toMitigateMs, toResolveMs]).toEqual([null, null, null])
  expect(buildReport({ ...open, observed: [turn(20, 'badly')] }, Date.parse(at(40))).checks).toEqual([
    { name: 'front', failedMs: 20 * 60_000, times: 1, stillFails: true },
  ])
})

const wording = { moment: (iso: string) => iso, length: (ms: number) => `${ms / 1_000} s` }

test('states the start of the covered period when older events are omitted', () => {
  expect(toReportBlocks(buildReport(reported, 0), wording).at(-1)).toEqual({
    kind: 'text',
    text: `Too many check state changes: those before ${at(-5)} are not included.`,
  })
})

test('stops at circular hypotheses', () => {
  const [root] = reported.hypotheses
  if (root === undefined) throw new Error('none')
  const circle = [
    { ...root, id: 'a', parent_id: 'b' },
    { ...root, id: 'b', parent_id: 'a' },
  ]
  expect(buildReport({ ...reported, hypotheses: circle }, 0).hypotheses).toEqual([])
})

test('escapes Markdown, HTML and scripts, and omits hidden entries', () => {
  const blocks = toReportBlocks(buildReport(reported, 0), wording)
  const markdown = reportMarkdown(hostile, blocks)
  expect(markdown).not.toMatch(/<script|(?<!\\)\[x|(?<!\\)`a|(?<!\\)\*\*b|^# c/m)
  expect(
    markdown
      .split('\n')
      .filter((line) => line.includes('alert'))
      .every((line) => line.includes('&lt;script')),
  ).toBe(true)
  const html = reportHtml(hostile, blocks)
  expect(html).not.toMatch(/<script/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  for (const text of [markdown, html]) {
    expect(text).toContain('3 older entries are not included')
    expect(text).not.toContain('a secret')
    expect(text.match(/opened it/g)).toHaveLength(1)
  }
})

test('keeps Markdown text on one line, and shows a mention as a name', () => {
  expect(reportMarkdown('a\n\n| b |', [])).toBe(`${String.raw`# a ⏎ \| b \|`}\n`)
  const [line] = reported.lines
  if (line === undefined) throw new Error('none')
  const mention = { ...reported, lines: [{ ...line, body: 'ask [@Kofi](person:1)', text: '' }] }
  expect(reportMarkdown('x', toReportBlocks(buildReport(mention, 0), wording))).toContain(String.raw`ask \@Kofi |`)
})
