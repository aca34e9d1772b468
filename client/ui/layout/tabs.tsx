import { useEffect, useRef } from 'react'
import './tabs.css'

export interface Tab {
  readonly id: string
  readonly label: string
  readonly count?: number
  readonly mark?: React.ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  readonly panelId?: string
  readonly end?: React.ReactNode
}

export function Tabs({ label, tabs, selected, onSelect, panelId, end }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = [...(list.current?.children ?? [])].find((each) => each.getAttribute('data-tab') === selected)
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  const handleKeyDown = (event: React.KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected)
    const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = (target + tabs.length) % tabs.length
    const tab = tabs[index]
    if (tab === undefined) return
    onSelect(tab.id)
    const button = list.current?.children.item(index)
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div className="tabs">
      {/* The tabs inside handle focus and keys; the list only receives bubbling events. */}
      <div ref={list} className="tabs-list" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={handleKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="tabs-tab"
            data-tab={tab.id}
            aria-selected={tab.id === selected}
            aria-controls={panelId}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count === undefined ? null : <span className="tabs-count">{tab.count}</span>}
            {tab.mark}
          </button>
        ))}
      </div>
      {end === undefined ? null : <div className="tabs-end">{end}</div>}
    </div>
  )
}
