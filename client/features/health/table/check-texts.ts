import { findLatency } from '#shared/health/check-order.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import type { CheckListRow } from '#shared/health/health-list.ts'
import { toUptime } from '#shared/health/roll-up.ts'
import { findFailingSinceMs } from '#shared/health/since.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import type { TextColumn } from '#client/ui/table/text-column.ts'

const toIso = (ms: number | null): string | null => (ms === null ? null : toIsoTime(ms))

export const checkTexts: readonly TextColumn<CheckListRow>[] = [
  {
    id: 'state',
    title: 'State',
    text: ({ check, stale }) => (stale ? `${toCheckState(check)}, stale` : toCheckState(check)),
  },
  { id: 'name', title: 'Name', text: ({ check }) => check.name },
  { id: 'namespace', title: 'Namespace', text: ({ check }) => check.namespace || null },
  { id: 'severity', title: 'Severity', text: ({ check }) => check.severity || null },
  { id: 'type', title: 'Type', text: ({ check }) => check.type },
  { id: 'about', title: 'Message or endpoint', text: ({ check }) => check.message || check.endpoint || null },
  { id: 'since', title: 'Failing since', text: ({ check }) => toIso(findFailingSinceMs(check)) },
  { id: 'uptime', title: 'Uptime %', text: ({ check }) => toUptime(check) },
  { id: 'latency', title: 'Latency (ms)', text: ({ check }) => findLatency(check) },
  { id: 'age', title: 'Last result', text: ({ check }) => check.lastRuntime },
]
