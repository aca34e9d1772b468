import { useEffect, useRef } from 'react'
import { matchText } from './match-text.ts'
import type { PaletteGroup, PaletteRow } from './palette-row.ts'

export const toOptionId = (key: string) => `palette-${key}`

function MarkedName({ name, text }: { readonly name: string; readonly text: string }) {
  const ranges = matchText(name, text)?.ranges ?? []
  const parts = ranges.flatMap(([start, end], at) => [
    name.slice(ranges[at - 1]?.[1] ?? 0, start),
    <b key={start}>{name.slice(start, end)}</b>,
  ])
  return (
    <span className="cut" title={name}>
      {parts}
      {name.slice(ranges.at(-1)?.[1] ?? 0)}
    </span>
  )
}

interface OptionProps {
  readonly row: PaletteRow
  readonly text: string
  readonly isChosen: boolean
  readonly onChoose: (key: string) => void
  readonly onOpen: (row: PaletteRow, inNewTab: boolean) => void
}

function Option({ row, text, isChosen, onChoose, onOpen }: OptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input keeps the focus and handles the keys
    <div
      ref={option}
      id={toOptionId(row.key)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-label={[row.name, row.hit?.status, row.detail].filter(Boolean).join(', ')}
      className="palette-row"
      onPointerMove={() => {
        if (!isChosen) onChoose(row.key)
      }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onOpen(row, event.ctrlKey || event.metaKey)}
    >
      <span className="palette-mark">{row.icon}</span>
      <MarkedName name={row.name} text={text} />
      <span className="palette-detail cut">{row.detail}</span>
    </div>
  )
}

interface PaletteListProps extends Pick<OptionProps, 'text' | 'onChoose' | 'onOpen'> {
  readonly id: string
  readonly groups: readonly PaletteGroup[]
  readonly chosenKey: string | undefined
}

export function PaletteList({ id, groups, chosenKey, ...option }: PaletteListProps) {
  return (
    <div className="palette-list" id={id} role="listbox" aria-label="Results">
      {groups.map(({ title, rows }) => (
        <div key={title} role="group" aria-label={title}>
          <h3 aria-hidden="true">{title}</h3>
          {rows.map((row) => (
            <Option key={row.key} row={row} isChosen={row.key === chosenKey} {...option} />
          ))}
        </div>
      ))}
    </div>
  )
}
