import { useCallback, useState } from 'react'
import { searchResources } from '#client/api/search-resources.ts'
import { ResourceSelector } from '#client/domain/resources/resource-selector.tsx'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import type { Silenced } from './silence-form.ts'
import { silencedResources } from './silences-api.ts'

const kinds = [
  { value: 'check', label: 'Check' },
  { value: 'config', label: 'Item' },
  { value: 'component', label: 'Component' },
  { value: 'canary', label: 'Canary' },
] as const
type Kind = (typeof kinds)[number]['value']

interface SilenceResourceProps {
  readonly value: Silenced | null
  readonly onChange: (value: Silenced | null) => void
}

export function SilenceResource({ value, onChange }: SilenceResourceProps) {
  const [kind, setKind] = useState<Kind>('check')
  const search = useCallback(
    (text: string, signal: AbortSignal) => searchResources({ [kind]: [] }, text, signal),
    [kind],
  )
  if (value !== null)
    return (
      <p className="silence-resource">
        <span>
          Silences notifications of the {silencedResources[value.column].noun} <b>{value.name}</b>.
        </span>
        <Button small onClick={() => onChange(null)}>
          Change resource
        </Button>
      </p>
    )
  return (
    <div className="silence-resource-search">
      <Segmented
        label="Kind of resource"
        value={kind}
        // Production does not search canaries.
        options={hasOwnBackend() ? kinds : kinds.filter(({ value: each }) => each !== 'canary')}
        onChange={setKind}
      />
      <ResourceSelector
        key={kind}
        label="Resource"
        search={search}
        onSelect={({ id, name }) => onChange({ column: `${kind}_id`, id, name })}
      />
      <p className="field-help">A silence needs a resource, a filter or selectors.</p>
    </div>
  )
}
