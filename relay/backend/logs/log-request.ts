import type { z } from 'zod'
import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { linesUsual, type logsRoute } from '#shared/logs/log-routes.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { SeenComponents } from '#relay/backend/topology/read/seen-components.ts'
import type { Queryable } from '#relay/database/database.ts'
import { AccessDenied, invalid, notFound } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import { listComponentLogs, canReadComponentLogs } from './component-logs.ts'
import { consoleLogId } from './console-log.ts'
import { linePattern } from './line-pattern.ts'
import type { LogSelector } from './log-backend-spec.ts'
import type { LogFilter } from './log-source.ts'

export interface LogRequestDeps {
  readonly database: Queryable
  readonly seenComponents: SeenComponents
}

export interface LogRequest {
  readonly of:
    | { readonly kind: 'component'; readonly selector: LogSelector }
    | { readonly kind: 'backend'; readonly id: string }
  readonly filter: LogFilter
  readonly canReadConsole: boolean
}

export const canSearchBackends = (viewer: Viewer): boolean => {
  const now = { nowMs: Date.now() }
  return (
    decide(viewer, { action: 'read', resource: 'logging_backends' }, now).answer === 'allowed' &&
    decide(viewer, { action: 'read', resource: 'database', object: 'logs' }, now).answer === 'allowed'
  )
}

/** The console's log covers the activity of all people, so it needs the permission to see permissions. */
export const canReadConsoleLog = (viewer: Viewer): boolean =>
  canSearchBackends(viewer) && isAllowed(viewer, { action: 'read', resource: 'rbac' })

/** Summaries and tails have no limit. */
export type LogBody = z.output<typeof logsRoute.body>

export const createLogRequestReader = ({ database, seenComponents }: LogRequestDeps) => {
  const objects = createAccessObjects(database)
  const findSelector = async (viewer: Viewer, id: string, name: string): Promise<LogSelector> => {
    const seen = await seenComponents(viewer)
    if (seen === null) throw new AccessDenied('topology')
    const component = seen.find((each) => each.id === id)
    if (component === undefined) throw notFound(`Component ${id} not found.`)
    if (!(await canReadComponentLogs(objects, viewer, id))) throw new AccessDenied('logs')
    const logs = listComponentLogs(component)
    const found = name === '' ? logs[0] : logs.find((each) => each.name === name)
    if (found !== undefined) return found.selector
    throw invalid(`The component ${component.name} has no log${name === '' ? '' : ` with the name ${name}`}.`)
  }
  return async (viewer: Viewer, body: LogBody): Promise<LogRequest> => {
    const { id = '', backend = '', start, end } = body
    const toMs = end === undefined ? Date.now() : Date.parse(end)
    const fromMs = start === undefined ? toMs - hourMs : Date.parse(start)
    const { query: text = '', labels = {}, include = {}, exclude = {}, limit = linesUsual } = body
    let pattern: LogFilter['pattern']
    try {
      pattern = body.isPattern === true && text !== '' ? linePattern(text) : undefined
    } catch (error) {
      throw invalid(toErrorMessage(error))
    }
    const filter = { labels, text, pattern, include, exclude, fromMs, toMs, limit }
    const canReadConsole = canReadConsoleLog(viewer)
    if (backend !== '') {
      if (!canSearchBackends(viewer) || (backend === consoleLogId && !canReadConsole)) throw new AccessDenied('logs')
      return { of: { kind: 'backend', id: backend }, filter, canReadConsole }
    }
    if (id === '') throw invalid('Set id to a component, or backend to a log backend.')
    const selector = await findSelector(viewer, id, body.name ?? '')
    const wanted = { ...selector.labels, ...labels }
    return {
      of: { kind: 'component', selector: { ...selector, labels: wanted } },
      filter: { ...filter, labels: wanted },
      canReadConsole,
    }
  }
}
