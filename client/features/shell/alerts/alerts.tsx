import { useEffect, useEffectEvent, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { z } from 'zod'
import { attentionQueries, unhealthyChecks, waitingRuns } from '#shared/live/attention-topics.ts'
import { approversRoute } from '#shared/playbooks/playbook-routes.ts'
import { call } from '#client/api/call.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useCountedRows, type CountedRows } from '#client/domain/attention/counted-rows.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { checkHref } from '#client/domain/health/check-href.ts'
import { showDesktopNotification } from '#client/lib/browser/desktop-notification.ts'
import { playChime } from '#client/lib/browser/play-chime.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { describeRows, findNewRows, type AlertRow, type SeenRows } from './new-rows.ts'

const newestMax = 50

const checkSchema = z
  .object({ id: z.string(), name: z.string(), last_transition_time: z.string().nullish() })
  .transform(({ id, name, last_transition_time: at }): AlertRow => ({ id, name, atMs: at ? Date.parse(at) : 0 }))

const runSchema = z
  .object({
    id: z.string(),
    created_at: z.string(),
    playbooks: z.object({ name: z.string(), title: z.string().nullish() }).nullish(),
  })
  .transform(({ id, created_at: at, playbooks }): AlertRow => ({
    id,
    name: playbooks?.title || playbooks?.name || 'A playbook',
    atMs: Date.parse(at),
  }))

interface AlertTexts {
  readonly one: string
  readonly several: string
  readonly listHref: string
  readonly toHref: (id: string) => string
}

const notify = (rows: readonly AlertRow[], { listHref, toHref, ...texts }: AlertTexts) => {
  const { playsSound, showsNotifications } = usePreferences.getState()
  if (playsSound) playChime()
  if (!showsNotifications) return
  const [first] = rows
  const href = rows.length === 1 && first !== undefined ? toHref(first.id) : listHref
  showDesktopNotification({ ...describeRows(rows, texts), onOpen: () => navigate(href) })
}

const useNewRows = ({ rows, status }: CountedRows<AlertRow>, onNew: (rows: readonly AlertRow[]) => void) => {
  const seen = useRef<SeenRows | null>(null)
  const look = useEffectEvent((current: readonly AlertRow[]) => {
    const found = findNewRows(current, seen.current, serverNow())
    seen.current = found.seen
    if (found.rows.length > 0) onNew(found.rows)
  })
  useEffect(() => {
    if (status === 'live') look(rows)
  }, [rows, status])
}

const checkTexts: AlertTexts = {
  one: 'is unhealthy',
  several: 'checks are unhealthy',
  listHref: `${routes.health}?status=unhealthy:1`,
  toHref: checkHref,
}
const runTexts: AlertTexts = {
  one: 'waits for your approval',
  several: 'runs wait for your approval',
  listHref: `${routes.playbookRuns}?status=pending_approval`,
  toHref: (id) => linkTo(routes.playbookRun, { id }),
}

/** Other backends do not report who can approve a run. */
const canApprove = async ({ id }: AlertRow): Promise<boolean> => {
  if (!hasOwnBackend()) return true
  try {
    return (await call(approversRoute, { params: { id } })).you.refusal === null
  } catch {
    return false
  }
}

const notifyOfRuns = async (rows: readonly AlertRow[]) => {
  const answers = await Promise.all(rows.map(canApprove))
  const mine = rows.filter((_, index) => answers[index])
  if (mine.length > 0) notify(mine, runTexts)
}

export function Alerts() {
  const allows = useAllows()
  const checks = useCountedRows(unhealthyChecks, {
    queryKey: ['alerts', 'checks'],
    relation: 'checks',
    row: checkSchema,
    toQuery: () => ({
      ...attentionQueries.checks,
      select: 'id,name,last_transition_time',
      order: 'last_transition_time.desc.nullslast',
      limit: newestMax,
    }),
    enabled: allows(unhealthyChecks.resource, 'read'),
  })
  const runs = useCountedRows(waitingRuns, {
    queryKey: ['alerts', 'runs'],
    relation: 'playbook_runs',
    row: runSchema,
    toQuery: () => ({
      ...attentionQueries.runs,
      select: 'id,created_at,playbooks(name,title)',
      order: 'created_at.desc',
      limit: newestMax,
    }),
    enabled: allows(waitingRuns.resource, 'read') && allows('playbooks', 'playbook:approve'),
  })
  useNewRows(checks, (rows) => notify(rows, checkTexts))
  useNewRows(runs, (rows) => void notifyOfRuns(rows))
  return null
}
