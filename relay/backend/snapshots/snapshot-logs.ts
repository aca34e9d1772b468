import type { Viewer } from '#shared/access/viewer.ts'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { mayReadConsoleLog } from '#relay/backend/logs/asked-log.ts'
import { logsOfComponent, mayReadLogsOf } from '#relay/backend/logs/component-logs.ts'
import { searchLogs, type SearchLogsDeps } from '#relay/backend/logs/search-logs.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { StoredComponent } from '#relay/backend/topology/read/read-components.ts'
import { timeLimit } from '#relay/time-limit.ts'

/** How lines are written: as a text each, or as a JSON object each. */
export type LogFormat = 'log' | 'json'

interface LogsAsked {
  readonly components: readonly StoredComponent[]
  readonly fromMs: number
  readonly toMs: number
  readonly format: LogFormat
}

export interface SnapshotLogs {
  readonly files: readonly { readonly name: string; readonly content: string; readonly lines: number }[]
  /** Sentences about what is not in them. */
  readonly notes: readonly string[]
}

/** Collects logs as somebody may read them. */
export type LogsOf = (asked: LogsAsked, viewer: Viewer) => Promise<SnapshotLogs>

const linesOfOne = 5_000
const lettersOfAll = 32 * 1024 * 1024
const logsMost = 50
const allMs = 30_000

const textOf = (line: LogLine, format: LogFormat): string =>
  format === 'json' ? JSON.stringify(line) : `${line.timestamp} ${line.message.replaceAll(/\r?\n/g, '\n  ')}`

/** A name as part of a path in an archive. */
const safe = (name: string): string => name.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[.-]+/g, '') || 'log'

/** A path that no other file of the archive has. */
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

/**
 * The logs of components over a range, oldest line first, as far as somebody may read them: the newest 5,000 lines of each log, 50
 * logs, 32 MB and 30 seconds at most. What is left out is said.
 */
export const createLogsOf =
  (deps: SearchLogsDeps): LogsOf =>
  async ({ components, fromMs, toMs, format }, viewer) => {
    const objects = createAccessObjects(deps.database)
    const pathOf = createPaths(format)
    const over = timeLimit(allMs)
    const files: SnapshotLogs['files'][number][] = []
    const notes: string[] = []
    let letters = 0
    const mayReadConsole = mayReadConsoleLog(viewer)
    const logs = components.flatMap((component) =>
      logsOfComponent(component).map((log) => ({ log, component, title: `${component.name} ${log.name}`.trim() })),
    )
    if (logs.length > logsMost) notes.push(`There are ${logs.length} logs; those of the first ${logsMost} are here.`)
    try {
      for (const {
        component,
        log: { name, selector },
        title,
      } of logs.slice(0, logsMost)) {
        if (!(await mayReadLogsOf(objects, viewer, component.id))) {
          notes.push(`The log ${title} is not among what the person who took it may read.`)
          continue
        }
        const { labels } = selector
        const question = { labels, text: '', include: {}, exclude: {}, fromMs, toMs, limit: linesOfOne }
        const asked = { of: { kind: 'component', selector }, question, mayReadConsole } as const
        const { lines, problems } = await searchLogs(asked, deps, over.signal)
        notes.push(...problems.map((problem) => `${title}: ${problem}`))
        const texts = lines.toReversed().map((line) => textOf(line, format))
        const content = texts.join('\n')
        if (letters + content.length > lettersOfAll) {
          notes.push(`The logs from ${title} on are left out: they would be larger than 32 MB.`)
          break
        }
        letters += content.length
        if (lines.length >= linesOfOne)
          notes.push(`Of the log ${title} there are more lines: the newest ${linesOfOne} are here.`)
        files.push({ name: pathOf(component.name, name), content: `${content}\n`, lines: lines.length })
      }
    } catch (error) {
      if (!over.isOver()) throw error
      notes.push(`The logs gave no more within ${allMs / 1000} s: some are missing.`)
    } finally {
      over.done()
    }
    return { files, notes: [...new Set(notes)] }
  }
