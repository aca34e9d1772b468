import { useMemo } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { findSinceMs } from '#shared/health/since.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { byWeight } from '#shared/wall/failure-order.ts'
import { checkHref } from '#client/domain/health/check-href.ts'
import { useLateChecks } from '#client/domain/health/use-late-checks.ts'
import { routes } from '#client/lib/address/routes.ts'
import { causeFirst } from '#client/lib/text/cause-first.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { linesMax, toArea, type Area, type Finding, type FindingLine } from './area.ts'

const toLine = (check: CheckRow): FindingLine => ({
  key: check.id,
  name: check.name,
  text: check.acknowledged === null ? causeFirst(check.message) : `acknowledged by ${check.acknowledged.by}`,
  sinceMs: findSinceMs(check),
  href: checkHref(check.id),
})

const toStaleLine = (check: CheckRow): FindingLine => ({
  ...toLine(check),
  text: '',
  sinceMs: check.lastRuntime === null ? null : Date.parse(check.lastRuntime),
})

/** Longer addresses are truncated by some of the programs they are sent through. */
const onlyMax = 50

/** A failing check that is also stale counts as failing. */
const findInChecks = (checks: readonly CheckRow[], late: ReadonlySet<string>) => {
  const failing = checks.filter((check) => toCheckState(check) === 'unhealthy')
  const stale = checks.filter((check) => toCheckState(check) !== 'unhealthy' && late.has(check.id))
  const healthy = checks.filter((check) => toCheckState(check) === 'healthy' && !late.has(check.id)).length
  const unknown = checks.length - failing.length - stale.length - healthy
  const acknowledged = failing.filter((check) => check.acknowledged !== null).length
  const acknowledgedText = acknowledged === 0 ? '' : `, ${formatCount(acknowledged)} acknowledged`
  const findings: readonly Finding[] = [
    {
      key: 'unhealthy checks',
      state: 'unhealthy',
      title: `${formatCount(failing.length, 'unhealthy check')}${acknowledgedText}`,
      href: `${routes.health}?status=unhealthy:1`,
      isBroken: true,
      lines: byWeight(failing).slice(0, linesMax).map(toLine),
    },
    {
      key: 'stale checks',
      state: 'healthy',
      isStale: true,
      title: formatCount(stale.length, 'stale check'),
      href: `${routes.health}?only=${stale
        .slice(0, onlyMax)
        .map(({ id }) => id)
        .join(',')}`,
      isBroken: true,
      lines: stale.slice(0, linesMax).map(toStaleLine),
    },
  ]
  const unknownText = unknown === 0 ? '' : `, ${formatCount(unknown)} with no results`
  return {
    findings,
    healthyText: healthy === 0 ? null : `${formatCount(healthy, 'healthy check')}${unknownText}`,
  }
}

export const useCheckArea = ({ status, rows, observedAtMs, reason }: TopicView<CheckRow>): Area | null => {
  const late = useLateChecks(rows, status !== 'live')
  const found = useMemo(() => findInChecks([...rows.values()], late), [rows, late])
  return toArea('Checks', [{ status, isKnown: observedAtMs !== null, reason }], () => found)
}
