import { Desktop, Download, Link as LinkIcon, More, ZoomIn } from '@blueprintjs/icons'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { SilencedIcon } from '#client/domain/notifications/silence-cell.tsx'
import { SilenceItems } from '#client/domain/notifications/silence-items.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Button } from '#client/ui/button.tsx'
import { Menu, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { componentHref } from './topology-links.ts'

const SnapshotDialog = lazy(async () => ({ default: (await import('./snapshot-dialog.tsx')).SnapshotDialog }))
const LinkItemDialog = lazy(async () => ({ default: (await import('./link-item-dialog.tsx')).LinkItemDialog }))

interface ComponentMenuProps {
  readonly component: Pick<ComponentRow, 'id' | 'name'>
  readonly isCard?: boolean
  readonly refererId?: string
}

export function ComponentMenu({ component, isCard = false, refererId }: ComponentMenuProps) {
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'snapshot' | 'link' | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const canLink = useAllowed('write', 'database', { object: 'catalog' })
  const resource = { kind: 'component', id: component.id, name: component.name } as const
  return (
    <>
      {isCard ? <SilencedIcon target={resource} /> : null}
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            {isCard ? (
              <MenuItem
                icon={<ZoomIn />}
                text="Zoom In"
                onClick={() => navigate(componentHref(component.id, refererId))}
              />
            ) : null}
            {isCard ? <SilenceItems target={resource} /> : null}
            <MenuItem
              icon={<Desktop />}
              text="Show on a wall"
              onClick={() => navigate(linkTo(routes.topologyCard, { id: component.id }))}
            />
            <MenuItem icon={<Download />} text="Snapshot" onClick={() => setOpen('snapshot')} />
            <MenuItem
              icon={<LinkIcon />}
              text="Link to catalog"
              disabled={!canLink.allowed}
              title={canLink.reason}
              onClick={() => setOpen('link')}
            />
          </Menu>
        }
      >
        <Button look="minimal" small icon={<More size={14} />} aria-label={`Actions for ${component.name}`} />
      </Popover>
      <Suspense fallback={null}>
        {open === 'snapshot' ? <SnapshotDialog component={component} onClose={close} /> : null}
        {open === 'link' ? <LinkItemDialog component={component} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
