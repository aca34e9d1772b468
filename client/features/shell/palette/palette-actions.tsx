import { ArrowRight } from '@blueprintjs/icons'
import { Suspense, useRef, type Ref } from 'react'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { PartBoundary } from '#client/ui/feedback/part-boundary.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { Hit, PaletteResource } from './hit.ts'

export type ResourceActions = React.ComponentType<{ readonly resource: PaletteResource }>

interface PaletteActionsProps {
  readonly hit: Hit
  readonly actions: ResourceActions
  readonly onOpen: () => void
  readonly onLeave: () => void
  readonly ref: Ref<HTMLElement>
}

const focusable = (pane: HTMLElement | null) => [
  ...(pane?.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]') ?? []),
]

export function PaletteActions({ hit, actions: Actions, onOpen, onLeave, ref }: PaletteActionsProps) {
  const list = useRef<HTMLDivElement>(null)
  const handleKeyDown = (event: React.KeyboardEvent) => {
    // Keys of a dialog that an action opened also arrive here, because React events follow the components.
    if (!(event.target instanceof Node) || !list.current?.contains(event.target)) return
    if (event.key === 'ArrowLeft') {
      event.preventDefault()
      onLeave()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const buttons = focusable(list.current)
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % buttons.length)?.focus()
  }
  return (
    <section ref={ref} className="palette-actions" aria-label={`Actions for ${hit.name}`}>
      <div className="palette-head">
        <h2>
          {hit.state === null ? null : <StateMark state={hit.state} label="" />}
          <span>{hit.name}</span>
        </h2>
        {hit.status === '' ? null : (
          <p className="dim">
            <span className="palette-status">{hit.status}</span>
            {hit.since === null ? null : (
              <>
                {' for '}
                <Age at={hit.since} />
              </>
            )}
          </p>
        )}
        {hit.detail === '' ? null : <p className="dim">{hit.detail}</p>}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus between its buttons */}
      <div ref={list} className="palette-buttons" onKeyDown={handleKeyDown}>
        <Button icon={<ArrowRight size={14} />} onClick={onOpen}>
          Open
        </Button>
        {hit.resource === null ? null : (
          <PartBoundary key={hit.key} name="Actions">
            <Suspense>
              <Actions resource={hit.resource} />
            </Suspense>
          </PartBoundary>
        )}
        <CopyButton text={() => new URL(hit.href, window.location.origin).href}>Copy link</CopyButton>
      </div>
    </section>
  )
}

export const focusFirstAction = (pane: HTMLElement | null) => focusable(pane)[0]?.focus()

/** False if the resource has no such action, or the person no permission for it. */
export const startAction = (pane: HTMLElement | null, verb: string): boolean => {
  const button = focusable(pane).find(({ textContent }) => textContent.toLowerCase().startsWith(verb))
  button?.click()
  return button !== undefined
}
