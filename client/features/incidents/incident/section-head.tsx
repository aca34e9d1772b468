import { useEffect, useRef } from 'react'
import { startInFirstField } from '#client/lib/browser/focus-first-field.ts'
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
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const form = head.current?.parentElement?.querySelector('form')
    form?.scrollIntoView({ block: 'nearest' })
    startInFirstField(form)
  }, [isOpen])
  return (
    <h3 ref={head}>
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
