import { ChevronDown, ChevronUp } from '@blueprintjs/icons'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { mostFound, type Found } from './search-log.ts'

interface LogSearchBoxProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly found: Found
  readonly total: number
  readonly failed: boolean
  readonly matchIndex: number
  readonly onStep: (by: 1 | -1) => void
  readonly inputRef: React.Ref<HTMLInputElement>
}

const formatStatus = ({ text, found, total, failed, matchIndex }: LogSearchBoxProps): string => {
  if (text === '') return ''
  if (failed) return 'search failed'
  const count = `${formatCount(found.lines.length)}${found.lines.length === mostFound ? '+' : ''}`
  const isOver = found.searchedTo >= total || found.lines.length === mostFound
  const far = isOver ? '' : `, ${Math.floor((found.searchedTo / total) * 100)} % searched`
  return found.lines.length === 0 ? `none${far}` : `${formatCount(matchIndex + 1)} of ${count}${far}`
}

export function LogSearchBox(props: LogSearchBoxProps) {
  const { text, onText, found, onStep, inputRef } = props
  const none = found.lines.length === 0
  return (
    <search className="log-search">
      <SearchInput
        label="Search the whole log"
        placeholder="Search"
        value={text}
        debounceMs={200}
        onChange={onText}
        inputRef={inputRef}
        onEnter={(backwards) => {
          if (!none) onStep(backwards ? -1 : 1)
        }}
      />
      <output className="log-search-count tabular">{formatStatus(props)}</output>
      {text === '' ? null : (
        <>
          <Button
            look="minimal"
            small
            icon={<ChevronUp size={12} />}
            aria-label="Previous match"
            disabled={none}
            onClick={() => onStep(-1)}
          />
          <Button
            look="minimal"
            small
            icon={<ChevronDown size={12} />}
            aria-label="Next match"
            disabled={none}
            onClick={() => onStep(1)}
          />
        </>
      )}
    </search>
  )
}
