import { Menu } from '#client/ui/layout/menu.tsx'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { Button } from '#client/ui/button.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { SilenceChoices } from './silence-items.tsx'
import type { Silenceable } from './resource-silences.ts'

export function SilenceMenu({ target }: { readonly target: Silenceable }) {
  const { allowed } = useAllowed('create', 'notifications', { object: 'notification' })
  if (!allowed) return null
  return (
    <Popover
      placement="bottom-end"
      content={
        <Menu>
          <SilenceChoices target={target} />
        </Menu>
      }
    >
      <Button>Silence</Button>
    </Popover>
  )
}
