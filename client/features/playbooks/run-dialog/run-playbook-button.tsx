import { ChevronDown } from '@blueprintjs/icons'
import { Button } from '#client/ui/button.tsx'

interface RunPlaybookButtonProps {
  readonly disabled: boolean
  readonly disabledReason?: string | undefined
}

/** Stands for itself while what it opens is still loading, so that nothing beside it moves under the pointer. */
export function RunPlaybookButton(props: RunPlaybookButtonProps) {
  return (
    <Button endIcon={<ChevronDown />} {...props}>
      Run playbook
    </Button>
  )
}
