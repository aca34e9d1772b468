import { InputGroup } from '@blueprintjs/core'
import { Cross, Search } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import './search-input.css'

interface SearchInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly debounceMs?: number
  readonly inputRef?: React.Ref<HTMLInputElement>
  readonly onEnter?: (backwards: boolean) => void
}

export function SearchInput({
  label,
  value,
  onChange,
  placeholder = 'Search',
  debounceMs = 0,
  inputRef,
  onEnter,
}: SearchInputProps) {
  const [typed, setTyped] = useState(value)
  const [reported, setReported] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (value !== reported) {
    setReported(value)
    setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const publish = (text: string, afterMs: number) => {
    clearTimeout(timer.current)
    setTyped(text)
    const report = () => {
      setReported(text)
      onChange(text)
    }
    if (afterMs === 0) report()
    else timer.current = setTimeout(report, afterMs)
  }
  return (
    <div className="search-input">
      <InputGroup
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        {...(inputRef && { inputRef })}
        leftIcon={<Search size={14} />}
        onValueChange={(text) => publish(text, debounceMs)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            publish(typed, 0)
            if (onEnter === undefined) return
            // The focus may move to a form, which the same key would submit.
            event.preventDefault()
            onEnter(event.shiftKey)
          }
          if (event.key === 'Escape' && typed !== '') {
            event.stopPropagation()
            publish('', 0)
          }
        }}
      />
      {typed === '' ? null : (
        <Button
          className="search-input-clear"
          look="minimal"
          small
          icon={<Cross size={12} />}
          aria-label="Clear search"
          onClick={() => publish('', 0)}
        />
      )}
    </div>
  )
}
