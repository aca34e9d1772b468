import { TextArea } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { matching, mentionAt, type Mentionable } from './mentions.ts'

const offeredMax = 6

interface MentionAreaProps {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly placeholder: string
  readonly known: readonly Mentionable[]
  readonly disabled?: boolean | undefined
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: boolean | undefined
  readonly inputRef: React.Ref<HTMLTextAreaElement>
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly onSubmit: () => void
}

export function MentionArea({ known, value, onChange, onSubmit, ...field }: MentionAreaProps) {
  const listId = useId()
  const [caret, setCaret] = useState(-1)
  const [chosen, setChosen] = useState(0)
  const [isLeft, setLeft] = useState(false)
  const at = isLeft || caret < 0 ? null : mentionAt(value, caret)
  const offered = at === null ? [] : matching(known, at.search, offeredMax)
  const insert = (one: Mentionable, area: HTMLTextAreaElement) => {
    if (at === null) return
    const before = `${value.slice(0, at.from)}@${one.name} `
    // Synchronous: the next key may arrive before the next frame and must land after the name.
    flushSync(() => {
      onChange(before + value.slice(caret))
      setCaret(-1)
    })
    area.setSelectionRange(before.length, before.length)
  }
  const handleKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit()
      return
    }
    if (offered.length === 0) return
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: offered.length - 1 }
    const step = steps[event.key]
    const one = offered[chosen % offered.length]
    if (step !== undefined) setChosen((chosen + step) % offered.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && one !== undefined) insert(one, event.currentTarget)
    else if (event.key === 'Escape') setLeft(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="mention-area">
      <TextArea
        {...field}
        value={value}
        fill
        autoResize
        aria-haspopup="listbox"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={offered.length > 0 ? `${listId}-${chosen % offered.length}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          setCaret(event.currentTarget.selectionStart)
          setChosen(0)
          setLeft(false)
        }}
        onKeyDown={handleKeyDown}
      />
      {offered.length === 0 ? null : (
        <div id={listId} className="mention-list" role="listbox" tabIndex={-1} aria-label="People and teams">
          {offered.map((one, index) => (
            <div
              key={`${one.kind} ${one.id}`}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen % offered.length}
              onMouseDown={(event) => {
                event.preventDefault()
                const area = event.currentTarget.closest('.mention-area')?.querySelector('textarea')
                if (area) insert(one, area)
              }}
            >
              {one.name} <span className="faint">{one.kind === 'team' ? 'team' : ''}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
