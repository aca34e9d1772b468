import { useLocation } from 'wouter'
import type { CoveringSilence } from '#shared/notifications/silences-of-route.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Menu, MenuDivider, MenuItem } from '#client/ui/layout/menu.tsx'
import { SilenceChoices } from './silence-items.tsx'
import { SilenceWords } from './silenced-mark.tsx'
import type { Silenceable } from './silences-of.ts'

interface RowSilencesProps {
  readonly thing: Silenceable
  /** What holds it now. */
  readonly silence: CoveringSilence | null
  readonly mayWrite: boolean
}

/** What the menu of a row says of its silence, and for how long it can be silenced. */
export function RowSilences({ thing, silence, mayWrite }: RowSilencesProps) {
  const [, navigate] = useLocation()
  return (
    <Menu>
      {silence === null ? null : (
        <MenuItem
          text={<SilenceWords silence={silence} />}
          label={silence.name}
          onClick={() => navigate(`${routes.silences}?${new URLSearchParams({ search: silence.name }).toString()}`)}
        />
      )}
      {mayWrite ? (
        <>
          <MenuDivider title={silence === null ? 'Silence' : 'Silence it longer'} />
          <SilenceChoices thing={thing} />
        </>
      ) : null}
    </Menu>
  )
}
