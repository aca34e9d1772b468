import { lazy, Suspense, useState } from 'react'
import { useKeyDown } from '#client/lib/browser/use-key-down.ts'
import type { PaletteProps } from './palette/palette.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))

interface EarlyKeysProps {
  readonly text: string
  readonly onType: React.Dispatch<React.SetStateAction<string>>
  readonly onClose: () => void
}

/** Named keys such as Enter have longer names. */
const isCharacter = (key: string) => key.length === 1

function EarlyKeys({ text, onType, onClose }: EarlyKeysProps) {
  useKeyDown(
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') onType((typed) => typed.slice(0, -1))
      else if (isCharacter(event.key)) onType((typed) => typed + event.key)
      else return
      event.preventDefault()
      // The shortcuts of the page are single letters.
      event.stopPropagation()
    },
    { capture: true },
  )
  return (
    <p className="shell-palette-keys" role="status">
      {text === '' ? 'Loading…' : text}
    </p>
  )
}

/** Takes the keys until the code of the palette has loaded. */
export function PaletteEntry(props: Omit<PaletteProps, 'initialText'>) {
  const [text, setText] = useState('')
  return (
    <Suspense fallback={<EarlyKeys text={text} onType={setText} onClose={props.onClose} />}>
      <Palette initialText={text} {...props} />
    </Suspense>
  )
}
