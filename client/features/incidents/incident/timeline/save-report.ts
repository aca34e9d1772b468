import { reportHtml } from '#shared/incidents/report/report-html.ts'
import { reportMarkdown } from '#shared/incidents/report/report-markdown.ts'
import { buildReport, type Reported } from '#shared/incidents/report/incident-report.ts'
import { toReportBlocks } from '#shared/incidents/report/report-sections.ts'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { formatSpan } from '#client/lib/time/format-span.ts'
import { inZone } from '#client/lib/time/in-zone.ts'

export type ReportFormat = 'md' | 'html' | 'json'

const types: Readonly<Record<ReportFormat, string>> = {
  md: 'text/markdown',
  html: 'text/html',
  json: 'application/json',
}

/** UTC, so that the file reads the same in every time zone. */
const moment = (iso: string) => inZone(Date.parse(iso), 'UTC').format('YYYY-MM-DD HH:mm:ss [UTC]')

export const saveReport = (reported: Reported, format: ReportFormat): void => {
  const report = buildReport(reported, serverNow())
  const title = `${report.name}: ${report.title}`
  const text =
    format === 'json'
      ? JSON.stringify(report, null, 2)
      : (format === 'md' ? reportMarkdown : reportHtml)(title, toReportBlocks(report, { moment, length: formatSpan }))
  const file = `${report.name.replaceAll(/[^\w-]/g, '_')}.${format}`
  saveFile(file, new Blob([text], { type: `${types[format]};charset=utf-8` }))
}
