import { useCallback } from 'react'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import { searchResources } from '#client/api/search-resources.ts'
import { ResourceSelector } from '#client/domain/resources/resource-selector.tsx'
import type { getTargetSelectors } from '#client/features/playbooks/playbook-api.ts'
import { Button } from '#client/ui/button.tsx'

interface TargetPartProps {
  readonly needed: boolean
  readonly targets: ReturnType<typeof getTargetSelectors>
  readonly target: RunTarget | null
  readonly onChoose: (target: RunTarget) => void
  readonly onClear: () => void
}

export function TargetPart({ needed, targets, target, onChoose, onClear }: TargetPartProps) {
  const search = useCallback(
    (text: string, signal: AbortSignal) => searchResources(targets, text, signal),
    // oxlint-disable-next-line react/exhaustive-deps -- the selectors are those of the playbook, which a dialog never changes
    [],
  )
  if (!needed && target === null) return null
  return (
    <div className="run-target">
      <b>Target</b>
      {target === null ? (
        <ResourceSelector
          label="Target"
          search={search}
          onSelect={({ kind, id, name }) => {
            if (kind !== 'canary') onChoose({ kind, id, name })
          }}
        />
      ) : (
        <span className="run-param-chosen">
          <span className="cut">
            {target.name} <span className="faint">{target.kind}</span>
          </span>
          {needed ? (
            <Button small onClick={onClear}>
              Change target
            </Button>
          ) : null}
        </span>
      )}
    </div>
  )
}
