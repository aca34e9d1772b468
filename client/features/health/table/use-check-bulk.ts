import { useQueryClient } from '@tanstack/react-query'
import { actOnChecks } from '#shared/access/check-right.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import type { CheckListRow, HealthListRow } from '#shared/health/health-list.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { isFromAgent } from '#client/domain/agents/agent-query.ts'
import { acknowledgeCheck } from '#client/domain/health/acknowledgement-api.ts'
import { toUntil, untilChoices } from '#client/domain/health/acknowledge-until.ts'
import { runCheck } from '#client/domain/health/run-check.ts'
import { nextMorning } from '#client/domain/notifications/next-morning.ts'
import { resourceSilencesKey, silenceResource, type QuickEnd } from '#client/domain/notifications/resource-silences.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import type { Bulk } from '#client/ui/table/bulk/bulk.ts'

export const isCheckRow = (row: HealthListRow): row is CheckListRow => row.kind === 'check'

const ofCheck =
  (test: (row: CheckListRow) => boolean) =>
  (row: HealthListRow): boolean =>
    isCheckRow(row) && test(row)

const getName = (row: HealthListRow) => (isCheckRow(row) ? row.check.name : '')

export const useCheckBulk = (): Bulk<HealthListRow> => {
  const allows = useAllows()
  const client = useQueryClient()
  const zone = usePreferences(({ timeZone }) => resolveZone(timeZone))
  const canSilence = allows('notifications', 'create', { object: 'notification' })
  const canAct = ofCheck(({ check }) =>
    allows(actOnChecks.resource, actOnChecks.action, {
      about: { canary: { id: check.canaryId, name: check.canaryName } },
    }),
  )
  const silence = (getEnd: () => QuickEnd) => async (row: HealthListRow) => {
    await silenceResource({ kind: 'check', id: row.id, name: getName(row) }, getEnd())
    await client.invalidateQueries({ queryKey: resourceSilencesKey })
  }
  const acknowledgement = {
    label: 'Acknowledge',
    done: 'acknowledged',
    isPossible: ofCheck(
      (row) => canAct(row) && toCheckState(row.check) === 'unhealthy' && row.check.acknowledged === null,
    ),
    choices: untilChoices.map(({ value, label }) => ({
      label: value === 'recovery' ? 'Until it recovers' : `Until ${label}`,
      act: (row: HealthListRow) => acknowledgeCheck(row.id, { note: '', until: toUntil(value, serverNow(), zone) }),
    })),
  }
  const silencing = {
    label: 'Silence',
    done: 'silenced',
    choices: [
      { label: 'For 1 hour', act: silence(() => ({ until: 'now+1h' })) },
      {
        label: 'Until morning (08:00)',
        act: silence(() => ({ until: nextMorning(serverNow(), zone).toISOString() })),
      },
      { label: 'Until it recovers', act: silence(() => ({ until_recovers: true })) },
    ],
  }
  const running = {
    label: 'Run now',
    done: 'run',
    isPossible: ofCheck((row) => canAct(row) && (!isFromAgent(row.check.agentId) || !hasOwnBackend())),
    act: (row: HealthListRow) => runCheck(row.id),
  }
  return {
    one: 'check',
    many: 'checks',
    getName,
    actions: [
      ...(allows(actOnChecks.resource, actOnChecks.action) ? [running] : []),
      ...(allows(actOnChecks.resource, actOnChecks.action) && hasOwnBackend() ? [acknowledgement] : []),
      ...(canSilence ? [silencing] : []),
    ],
  }
}
