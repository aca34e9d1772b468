import { SmallCross } from '@blueprintjs/icons'
import { Button } from './button.tsx'
import './chip.css'

interface ChipProps {
  readonly name?: string
  readonly value: string
  readonly excluded?: boolean
  readonly onRemove: () => void
}

export function Chip({ name, value, excluded = false, onRemove }: ChipProps) {
  const text = [excluded ? 'not' : '', name ?? '', value].filter(Boolean).join(' ')
  return (
    <span className="chip" data-excluded={excluded ? '' : undefined}>
      {name === undefined ? null : `${name} `}
      <b>{value}</b>
      <Button look="minimal" small icon={<SmallCross size={14} />} aria-label={`Remove ${text}`} onClick={onRemove} />
    </span>
  )
}
