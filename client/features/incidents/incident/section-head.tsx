import { Button } from '#client/ui/button.tsx'

interface SectionHeadProps {
  readonly title: React.ReactNode
  readonly action: string
  readonly isOpen: boolean
  readonly disabled: boolean
  readonly disabledReason: string | undefined
  readonly onToggle: (isOpen: boolean) => void
}

export function SectionHead({ title, action, isOpen, disabled, disabledReason, onToggle }: SectionHeadProps) {
  return (
    <h3>
      {title}
      <Button
        look="minimal"
        small
        disabled={disabled}
        disabledReason={disabledReason}
        aria-expanded={isOpen}
        onClick={() => onToggle(!isOpen)}
      >
        {action}
      </Button>
    </h3>
  )
}
