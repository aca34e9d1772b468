import type { TimelineLine } from '#shared/incidents/timeline.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'

const aroundMs = 15 * 60_000

export const toLineHref = ({ about, at }: Pick<TimelineLine, 'about' | 'at'>): string | null => {
  if (about === null) return null
  const { kind, id, configId } = about
  const atMs = Date.parse(at)
  const encoded = encodeURIComponent(id)
  switch (kind) {
    case 'check': {
      const range = {
        rangeType: 'absolute',
        display: 'around this time',
        from: toIsoTime(atMs - aroundMs),
        to: toIsoTime(atMs + aroundMs),
      }
      return `${routes.health}?checkId=${encoded}&${new URLSearchParams(range).toString()}`
    }
    case 'change':
      return configId === null ? null : `${linkTo(routes.configItemChanges, { id: configId })}?change=${encoded}`
    case 'run':
      return linkTo(routes.playbookRun, { id })
    default:
      return `${routes.notifications}?send=${encoded}`
  }
}
