import { Switch as BlueprintSwitch } from '@blueprintjs/core'

interface SwitchProps {
  readonly label: React.ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <BlueprintSwitch
      checked={checked}
      disabled={disabled}
      labelElement={label}
      alignIndicator="end"
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
