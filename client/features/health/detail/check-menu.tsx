import { Clipboard, Link as LinkIcon, More } from '@blueprintjs/icons'
import type { CheckRow } from '#shared/health/check-row.ts'
import { copyWithToast } from '#client/ui/feedback/copy-with-toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { Menu, MenuItem } from '#client/ui/layout/menu.tsx'
import { checkHref } from '#client/domain/health/check-href.ts'

export function CheckMenu({ check }: { readonly check: CheckRow }) {
  return (
    <Popover
      placement="bottom-end"
      content={
        <Menu>
          <MenuItem
            icon={<LinkIcon />}
            text="Copy link"
            onClick={() => void copyWithToast(new URL(checkHref(check.id), window.location.href).href)}
          />
          <MenuItem icon={<Clipboard />} text="Copy ID" onClick={() => void copyWithToast(check.id)} />
        </Menu>
      }
    >
      <Button look="minimal" icon={<More />} aria-label="More actions" />
    </Popover>
  )
}
