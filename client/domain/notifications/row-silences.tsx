import { useLocation } from 'wouter'
import type { CoveringSilence } from '#shared/notifications/resource-silences-route.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Menu, MenuDivider, MenuItem } from '#client/ui/layout/menu.tsx'
import { SilenceChoices } from './silence-items.tsx'
import { SilenceText } from './silenced-mark.tsx'
import type { Silenceable } from './resource-silences.ts'

interface RowSilencesProps {
  readonly target: Silenceable
  readonly silence: CoveringSilence | null
  readonly canWrite: boolean
}

export function RowSilences({ target, silence, canWrite }: RowSilencesProps) {
  const [, navigate] = useLocation()
  return (
    <Menu>
      {silence === null ? null : (
        <MenuItem
          text={<SilenceText silence={silence} />}
          label={silence.name}
          onClick={() => navigate(`${routes.silences}?${new URLSearchParams({ search: silence.name }).toString()}`)}
        />
      )}
      {canWrite ? (
        <>
          <MenuDivider title={silence === null ? 'Silence' : 'Extend silence'} />
          <SilenceChoices target={target} />
        </>
      ) : null}
    </Menu>
  )
}
