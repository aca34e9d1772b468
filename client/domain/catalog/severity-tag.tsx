import { Tag } from '#client/ui/tag.tsx'

const tones: Readonly<Record<string, 'bad' | 'warn'>> = { critical: 'bad', high: 'warn' }

export function SeverityTag({ severity }: { readonly severity: string | null | undefined }) {
  if (!severity) return null
  return (
    <Tag severity tone={tones[severity] ?? 'plain'}>
      {severity === 'medium' ? 'med' : severity === 'critical' ? 'crit' : severity}
    </Tag>
  )
}
