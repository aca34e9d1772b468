import { useEffect, useRef, useState } from 'react'
import { useOnDemand } from '#client/lib/browser/on-demand.ts'
import { floating } from './floating.ts'

const opensAfterMs = 400

export function Tooltip({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const parts = useOnDemand(floating, isOpen)
  useEffect(() => () => clearTimeout(timer.current), [])
  const openSoon = () => {
    floating.want()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), opensAfterMs)
  }
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  return (
    <>
      <span
        ref={setTarget}
        className="bp6-popover-target"
        onMouseEnter={openSoon}
        onMouseLeave={close}
        onFocus={openSoon}
        onBlur={close}
      >
        {children}
      </span>
      {parts !== null && target !== null && isOpen ? (
        <parts.Hint target={target} text={text} isOpen onInteraction={setOpen} />
      ) : null}
    </>
  )
}
