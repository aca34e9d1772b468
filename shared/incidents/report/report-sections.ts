import { cutNames } from '#shared/incidents/timeline-parts.ts'
import type { IncidentReport } from './incident-report.ts'

/** Plain text; escaped by the Markdown and HTML writers. */
export type ReportBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [string, string])[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'list'; readonly items: readonly ReportItem[] }

export interface ReportItem {
  readonly text: string
  readonly below: readonly ReportItem[]
}

interface Wording {
  readonly moment: (iso: string) => string
  readonly length: (ms: number) => string
}

const named = (text: string) => text.replaceAll(/\[@([^\]]*)\]\((?:person|team):[^)]*\)/g, '@$1')

const toReportItem = ({
  type,
  title,
  outcome,
  by,
  evidence,
  below,
}: IncidentReport['hypotheses'][number]): ReportItem => ({
  text: `${title} (${type}, ${outcome}${by === null ? '' : `, ${by}`})`,
  below: [...evidence.map((text) => ({ text, below: [] })), ...below.map(toReportItem)],
})

const none = (text: string): ReportBlock => ({ kind: 'text', text })

export const toReportBlocks = (report: IncidentReport, { moment, length }: Wording): readonly ReportBlock[] => {
  const { checks, notified, solvedBy, hypotheses, timeline, olderLines, cuts } = report
  const lasted = (ms: number | null) => (ms === null ? 'not yet' : length(ms))
  const facts: (readonly [string, string])[] = [
    ['Severity', report.severity ?? '–'],
    ['Type', report.type ?? '–'],
    ['Status', report.status],
    ['Opened', report.openedAt === null ? '–' : moment(report.openedAt)],
    ['Commander', report.commander ?? 'none'],
    ['Communicator', report.communicator ?? 'none'],
    ['Time to acknowledge', lasted(report.toAcknowledgeMs)],
    ['Time to mitigate', lasted(report.toMitigateMs)],
    ['Time to resolve', lasted(report.toResolveMs)],
  ]
  return [
    { kind: 'facts', facts },
    ...(report.description === '' ? [] : [none(report.description)]),
    { kind: 'heading', text: 'Impact' },
    checks.length === 0
      ? none('No check failures recorded.')
      : {
          kind: 'table',
          head: ['Check', 'Failed for', 'Times', 'At the end'],
          rows: checks.map(({ name, failedMs, times, stillFails }) => [
            name,
            length(failedMs),
            String(times),
            stillFails ? 'fails' : 'passes',
          ]),
        },
    { kind: 'heading', text: 'Notifications' },
    notified.length === 0
      ? none('No notifications recorded.')
      : {
          kind: 'table',
          head: ['When', 'Recipient', 'Message', 'Delivered'],
          rows: notified.map(({ at, whom, what, arrived }) => [moment(at), whom, named(what), arrived ? 'yes' : 'no']),
        },
    { kind: 'heading', text: 'Cause' },
    hypotheses.length === 0 ? none('No hypotheses recorded.') : { kind: 'list', items: hypotheses.map(toReportItem) },
    { kind: 'heading', text: 'Resolution' },
    solvedBy.length === 0
      ? none('No proven solution.')
      : { kind: 'list', items: solvedBy.map((text) => ({ text, below: [] })) },
    { kind: 'heading', text: 'Timeline' },
    {
      kind: 'table',
      head: ['When', 'Who', 'What'],
      rows: timeline.map(({ at, who, what, pinned }) => [
        moment(at),
        who ?? '',
        pinned ? `(pinned) ${named(what)}` : named(what),
      ]),
    },
    ...(olderLines === 0 ? [] : [none(`${olderLines} older entries are not included.`)]),
    ...cuts.map(({ about, before }) =>
      none(`Too many ${cutNames[about]}: those before ${moment(before)} are not included.`),
    ),
  ]
}
