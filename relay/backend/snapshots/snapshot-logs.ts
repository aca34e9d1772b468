import type { Viewer } from '#shared/access/viewer.ts'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { canReadConsoleLog } from '#relay/backend/logs/log-request.ts'
import { listComponentLogs, canReadComponentLogs } from '#relay/backend/logs/component-logs.ts'
import { searchLogs, type SearchLogsDeps } from '#relay/backend/logs/search-logs.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { StoredComponent } from '#relay/backend/topology/read/read-components.ts'
import { timeLimit } from '#relay/time-limit.ts'

export type LogFormat = 'log' | 'json'

interface LogsRequest {
  readonly components: readonly StoredComponent[]
  readonly fromMs: number
  readonly toMs: number
  readonly format: LogFormat
}

export interface SnapshotLogs {
  readonly files: readonly { readonly name: string; readonly content: string; readonly lines: number }[]
  readonly notes: readonly string[]
}

export type LoadLogs = (request: LogsRequest, viewer: Viewer) => Promise<SnapshotLogs>

const maxLinesPerLog = 5_000
const maxTotalLength = 32 * 1024 * 1024
const logsMost = 50
const allMs = 30_000

const formatLine = (line: LogLine, format: LogFormat): string =>
  format === 'json' ? JSON.stringify(line) : `${line.timestamp} ${line.message.replaceAll(/\r?\n/g, '\n  ')}`

const safe = (name: string): string => name.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[.-]+/g, '') || 'log'

const createPaths = (format: LogFormat) => {
  const taken = new Set<string>()
  return (component: string, log: string): string => {
    const base = `logs/${safe(component)}${log === '' ? '' : `-${safe(log)}`}`
    let path = `${base}.${format}`
    for (let count = 2; taken.has(path); count += 1) path = `${base}-${count}.${format}`
    taken.add(path)
    return path
  }
}

export const createLoadLogs =
  (deps: SearchLogsDeps): LoadLogs =>
  async ({ components, fromMs, toMs, format }, viewer) => {
    const objects = createAccessObjects(deps.database)
    const toUniquePath = createPaths(format)
    const over = timeLimit(allMs)
    const files: SnapshotLogs['files'][number][] = []
    const notes: string[] = []
    let totalLength = 0
    const canReadConsole = canReadConsoleLog(viewer)
    const logs = components.flatMap((component) =>
      listComponentLogs(component).map((log) => ({ log, component, title: `${component.name} ${log.name}`.trim() })),
    )
    if (logs.length > logsMost)
      notes.push(`There are ${logs.length} logs; the snapshot contains the first ${logsMost}.`)
    try {
      for (const {
        component,
        log: { name, selector },
        title,
      } of logs.slice(0, logsMost)) {
        if (!(await canReadComponentLogs(objects, viewer, component.id))) {
          notes.push(`The log ${title} is omitted: the creator of the snapshot has no permission to read it.`)
          continue
        }
        const { labels } = selector
        const filter = { labels, text: '', include: {}, exclude: {}, fromMs, toMs, limit: maxLinesPerLog }
        const request = { of: { kind: 'component', selector }, filter, canReadConsole } as const
        const { lines, problems: errors } = await searchLogs(request, deps, over.signal)
        notes.push(...errors.map((message) => `${title}: ${message}`))
        const texts = lines.toReversed().map((line) => formatLine(line, format))
        const content = texts.join('\n')
        if (totalLength + content.length > maxTotalLength) {
          notes.push(`The logs from ${title} on are omitted: they exceed 32 MB.`)
          break
        }
        totalLength += content.length
        if (lines.length >= maxLinesPerLog)
          notes.push(`The log ${title} has more lines: the snapshot contains the newest ${maxLinesPerLog}.`)
        files.push({ name: toUniquePath(component.name, name), content: `${content}\n`, lines: lines.length })
      }
    } catch (error) {
      if (!over.isOver()) throw error
      notes.push(`Reading the logs timed out after ${allMs / 1000} s: some are missing.`)
    } finally {
      over.done()
    }
    return { files, notes: [...new Set(notes)] }
  }
