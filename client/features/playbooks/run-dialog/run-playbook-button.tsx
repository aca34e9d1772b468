import { ChevronDown } from '@blueprintjs/icons'
import { Button } from '#client/ui/button.tsx'

interface RunPlaybookButtonProps {
  readonly disabled: boolean
  readonly disabledReason?: string | undefined
}

export function RunPlaybookButton(props: RunPlaybookButtonProps) {
  return (
    <Button endIcon={<ChevronDown />} {...props}>
      Run playbook
    </Button>
  )
}
