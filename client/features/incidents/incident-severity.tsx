import { Tag } from '#client/ui/tag.tsx'

const tones: Readonly<Record<string, 'bad' | 'warn'>> = { critical: 'bad', blocker: 'bad', high: 'warn' }
const short: Readonly<Record<string, string>> = { medium: 'med', critical: 'crit', blocker: 'block', warning: 'warn' }

export function IncidentSeverity({ severity }: { readonly severity: string | null }) {
  if (severity === null) return null
  const known = severity.toLowerCase()
  return (
    <Tag severity tone={tones[known] ?? 'plain'} title={severity}>
      {short[known] ?? known}
    </Tag>
  )
}
