import { useQuery } from '@tanstack/react-query'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toUptime } from '#shared/health/roll-up.ts'
import { latencyMeasures } from '#shared/health/latency-measure.ts'
import { Moment } from '#client/ui/moment.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { formatLatency } from '#client/features/health/table/format-latency.ts'
import { detailQuery } from './health-api.ts'

const shown = (text: string) => text || undefined
const formatLatencies = ({ latencyMs }: CheckRow) => {
  const known = latencyMeasures.flatMap((measure) => {
    const ms = latencyMs[measure]
    if (ms === null) return []
    const { value, unit } = formatLatency(ms)
    return [`${measure} ${value} ${unit}`]
  })
  return known.length === 0 ? undefined : known.join(' · ')
}
const formatUptime = (check: CheckRow) => {
  const uptime = toUptime(check)
  return uptime === null ? undefined : `${uptime.toFixed(2)} %, ${check.passed} passed, ${check.failed} failed`
}

function Mono({ text }: { readonly text: string }) {
  return <span className="mono">{text}</span>
}

export function CheckProperties({ check }: { readonly check: CheckRow }) {
  const { data: detail } = useQuery(detailQuery(check.id))
  const labels = Object.entries(check.labels)
  return (
    <div className="check-properties">
      <Properties
        entries={[
          ['Endpoint', check.endpoint === '' ? undefined : <Mono key="endpoint" text={check.endpoint} />],
          ['Description', shown(check.description)],
          ['Type', shown(check.type)],
          ['Namespace', shown(check.namespace)],
          ['Agent', detail?.agents?.name],
          ['Owner', shown(check.owner)],
          ['Severity', shown(check.severity)],
          ['Schedule', check.schedule === '' ? undefined : <Mono key="schedule" text={check.schedule} />],
          ['Last run', <Moment key="last" at={check.lastRuntime} />],
          ['Next run', <Moment key="next" at={check.nextRuntime} />],
          ['Last transition', <Moment key="transition" at={check.lastTransition} />],
          ['Last failed', <Moment key="failed" at={check.lastFail} />],
          ['Uptime over 1h', formatUptime(check)],
          ['Latency over 1h', formatLatencies(check)],
          ['Silenced', check.silencedAt === null ? undefined : <Moment key="silenced" at={check.silencedAt} />],
          [
            'Labels',
            labels.length === 0 ? undefined : (
              <span key="labels" className="health-chips">
                {labels.map(([key, value]) => (
                  <Tag key={key} name={key}>
                    {value}
                  </Tag>
                ))}
              </span>
            ),
          ],
          ['Id', <Mono key="id" text={check.id} />],
        ]}
      />
    </div>
  )
}
