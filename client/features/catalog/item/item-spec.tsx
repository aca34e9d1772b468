import { useMemo } from 'react'
import { stringify } from 'yaml'
import { configText } from '#shared/catalog/config-text.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'

const formats = [
  { value: 'yaml', label: 'YAML' },
  { value: 'json', label: 'JSON' },
] as const

/** A text stays as it is; a document is shown the way that was chosen. */
const textOf = (config: unknown, format: string): string =>
  format === 'json' || !isMap(config) || configText(config) === config['content']
    ? configText(config)
    : stringify(config, { lineWidth: 0 })

/** The document of an item, as its source has it. Secrets are masked before they come here. */
export function ItemSpec({ config }: { readonly config: unknown }) {
  const [format, setFormat] = useQueryState('format', 'yaml')
  const text = useMemo(() => textOf(config, format), [config, format])
  if (config === null || config === undefined) return <EmptyState title="This item has no document" />
  return (
    <>
      <div className="item-spec-head">
        <Segmented label="Format" options={formats} value={format === 'json' ? 'json' : 'yaml'} onChange={setFormat} />
        <CopyButton text={text}>Copy</CopyButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways must be reachable by keys */}
      <pre className="item-spec" tabIndex={0} aria-label="Spec" role="region">
        <code>{text}</code>
      </pre>
    </>
  )
}
