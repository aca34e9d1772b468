import { useMachine } from '@xstate/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { rotationMachine } from '#machines/wall/rotation-machine.ts'
import type { WallSettings } from '#shared/wall/wall-settings.ts'
import { useKeyDown } from '#client/lib/browser/use-key-down.ts'
import { withoutWall, withWall } from '#client/lib/address/wall-address.ts'
import type { Wall } from '#client/features/wall/wall-context.ts'

const aloneMs = 30_000

const here = () => withoutWall(`${window.location.pathname}${window.location.search}`)

const findFirstView = (views: WallSettings['views']) =>
  views.findIndex(({ address }) => withoutWall(address) === here())

const noViewFound = -1

const isForWall = ({ target }: KeyboardEvent) =>
  target === document.body || (target instanceof HTMLElement && target.id === 'main')

const toStanding = (isHeld: boolean, isPaused: boolean): Wall['standing'] => {
  if (isPaused) return 'paused'
  return isHeld ? 'held' : 'showing'
}

interface RotationOptions {
  readonly views: WallSettings['views']
  readonly encodedSettings: string
  /** Goes to the first view when the address shows none of them; otherwise the page stays alone. */
  readonly isNamed: boolean
}

export const useRotation = ({ views, encodedSettings, isNamed }: RotationOptions) => {
  const [first] = useState(() => findFirstView(views))
  const isAlone = views.length === 0 || (first === noViewFound && !isNamed)
  const viewMs = isAlone ? [aloneMs] : views.map(({ seconds }) => seconds * 1_000)
  const [state, send] = useMachine(rotationMachine, { input: { viewMs, view: Math.max(first, 0) } })
  const { view, page, pages } = state.context
  const shown = useRef(isAlone ? view : first)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    const next = views[view]
    if (next !== undefined) navigate(withWall(next.address, encodedSettings), { replace: true })
  }, [view, views, encodedSettings])

  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isForWall(event)) return
    if (event.key === ' ' || event.key === 'Enter') send({ type: 'pause.toggle' })
    else if (event.key === 'ArrowRight') send({ type: 'view.next' })
    else if (event.key === 'ArrowLeft') send({ type: 'view.previous' })
    else return
    event.preventDefault()
  })

  const onPages = useCallback((count: number) => send({ type: 'pages.counted', pages: count }), [send])
  const onCrash = useCallback(() => send({ type: 'view.crashed' }), [send])
  return {
    count: viewMs.length,
    view,
    page,
    pages,
    viewMs: viewMs[view] ?? aloneMs,
    standing: toStanding(state.matches('held'), state.matches('paused')),
    isRecovering: state.matches('recovering'),
    send,
    onPages,
    onCrash,
  }
}
