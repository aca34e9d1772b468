import { formatLabelId, type LabelFilters } from '#shared/health/check-labels.ts'
import { Switch } from '#client/ui/form/switch.tsx'

interface LabelToggleProps {
  readonly label: string
  readonly labels: LabelFilters
  readonly onChange: (labels: LabelFilters) => void
}

export function LabelToggle({ label, labels, onChange }: LabelToggleProps) {
  const id = formatLabelId(label, 'true')
  const handleChange = (checked: boolean) => {
    const { [id]: _, ...others } = labels
    onChange(checked ? { ...others, [id]: 1 } : others)
  }
  return <Switch label={label} checked={labels[id] === 1} onChange={handleChange} />
}
