import { Clipboard, Link as LinkIcon, More } from '@blueprintjs/icons'
import type { CheckRow } from '#shared/health/check-row.ts'
import { copyText } from '#client/lib/browser/copy-text.ts'
import { Button } from '#client/ui/button.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Menu, MenuItem } from '#client/ui/layout/menu.tsx'
import { checkHref } from '#client/domain/health/check-href.ts'

const copy = async (text: string) => {
  const { ok, message } = await copyText(text)
  showToast(ok ? 'success' : 'error', message)
}

export function CheckMenu({ check }: { readonly check: CheckRow }) {
  return (
    <Popover
      placement="bottom-end"
      content={
        <Menu>
          <MenuItem
            icon={<LinkIcon />}
            text="Copy link"
            onClick={() => void copy(new URL(checkHref(check.id), window.location.href).href)}
          />
          <MenuItem icon={<Clipboard />} text="Copy ID" onClick={() => void copy(check.id)} />
        </Menu>
      }
    >
      <Button look="minimal" icon={<More />} aria-label="More actions" />
    </Popover>
  )
}
