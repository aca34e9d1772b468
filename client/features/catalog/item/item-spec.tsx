import { Cross } from '@blueprintjs/icons'
import { useCallback, useMemo, useRef, useState } from 'react'
import { stringify } from 'yaml'
import { configText } from '#shared/catalog/config-text.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import type { LinkedResource } from '#machines/incidents/link-types.ts'
import { Slot } from '#client/domain/slots/slot.tsx'
import { changeQuery, useQueryState, writeParam } from '#client/lib/address/query-state.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { DocumentView, type DocumentHandle } from '#client/ui/editor/document-view.tsx'
import { readLines, writeLines, type Lines } from '#client/ui/editor/line-ranges.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'

const formats = [
  { value: 'yaml', label: 'YAML' },
  { value: 'json', label: 'JSON' },
] as const

/** A line selection is valid only for the format it was made in. */
const showAs = (format: string) =>
  changeQuery((params) => {
    params.delete('selected')
    writeParam(params, 'format', format, 'yaml')
  })

type SelectedLines = Readonly<Record<string, string>>

const isText = (config: unknown): boolean => !isMap(config) || configText(config) === config['content']

const formatConfig = (config: unknown, format: string): string =>
  format === 'json' || isText(config) ? configText(config) : stringify(config, { lineWidth: 0 }).trimEnd()

const pickLines = (text: string, numbers: Lines): SelectedLines => {
  const all = text.split('\n')
  return Object.fromEntries(
    numbers.flatMap((number) => (all[number - 1] === undefined ? [] : [[String(number), all[number - 1] ?? '']])),
  )
}

interface SelectionProps {
  readonly lines: SelectedLines
  readonly getLinePath: ((line: number) => string) | undefined
  readonly actions: React.ReactNode
  readonly onClear: () => void
}

function Selection({ lines, getLinePath, actions, onClear }: SelectionProps) {
  const numbers = Object.keys(lines).map(Number)
  const [first = 0] = numbers
  return (
    <section className="item-spec-selection" aria-label="Selected lines">
      <b>
        {numbers.length === 1 ? 'Line' : 'Lines'} {writeLines(numbers).replaceAll(',', ', ')}
      </b>
      <CopyButton text={Object.values(lines).join('\n')}>Copy</CopyButton>
      {getLinePath === undefined ? null : <CopyButton text={() => getLinePath(first)}>Copy path</CopyButton>}
      {actions}
      <Button look="minimal" small icon={<Cross size={14} />} aria-label="Clear selection" onClick={onClear} />
    </section>
  )
}

export type LinkedItem = Extract<LinkedResource, { kind: 'config' }>

interface ItemSpecProps {
  readonly config: unknown
  readonly linked?: LinkedItem
}

/** Secrets are masked before the document reaches the client. */
export function ItemSpec({ config, linked }: ItemSpecProps) {
  const [format] = useQueryState('format', 'yaml')
  const [selected, setSelected] = useQueryState('selected')
  const [searchText, setSearchText] = useState('')
  const [found, setFound] = useState(0)
  const view = useRef<DocumentHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const text = useMemo(() => formatConfig(config, format), [config, format])
  const numbers = useMemo(() => readLines(selected), [selected])
  const lines = useMemo(() => pickLines(text, numbers), [text, numbers])
  const handleLines = useCallback((chosen: Lines) => setSelected(writeLines(chosen)), [setSelected])
  const handleFind = useCallback(() => search.current?.focus(), [])
  const getLinePath = useCallback((line: number) => view.current?.findPath(line) ?? '$', [])
  if (config === null || config === undefined) return <EmptyState title="This item has no document" />
  const language = isText(config) ? 'text' : format === 'json' ? 'json' : 'yaml'
  return (
    <>
      <div className="item-spec-head">
        {language === 'text' ? null : <Segmented label="Format" options={formats} value={language} onChange={showAs} />}
        <SearchInput
          label="Find in spec"
          placeholder="Find"
          value={searchText}
          inputRef={search}
          onChange={setSearchText}
          onEnter={(backwards) => view.current?.findNext(backwards)}
        />
        <span className="dim tabular" role="status">
          {searchText === '' ? null : formatCount(found, 'match', 'matches')}
        </span>
        <span className="item-spec-end">
          {numbers.length === 0 ? (
            <span className="faint not-on-walls">Click line numbers to select; Shift-click for a range</span>
          ) : null}
          <CopyButton text={text}>Copy</CopyButton>
        </span>
      </div>
      <DocumentView
        ref={view}
        label="Spec"
        value={text}
        language={language}
        lines={numbers}
        onLines={handleLines}
        searchText={searchText}
        onFound={setFound}
        onFind={handleFind}
      />
      {Object.keys(lines).length === 0 ? null : (
        <Selection
          lines={lines}
          getLinePath={language === 'text' ? undefined : getLinePath}
          actions={linked && <Slot name="linkToIncident" resource={{ ...linked, lines }} />}
          onClear={() => handleLines([])}
        />
      )}
    </>
  )
}
