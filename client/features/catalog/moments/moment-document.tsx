import { useMemo } from 'react'
import type { ItemSnapshot } from '#shared/catalog/as-of.ts'
import { unifiedDiff } from '#shared/catalog/unified-diff.ts'
import { useDiffLook } from '#client/features/catalog/use-diff-look.tsx'
import { sidebarMinWidth } from '#client/lib/browser/layout.ts'
import { useWindowWidth } from '#client/lib/browser/use-window-width.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ChangeDiff } from '#client/domain/catalog/change-diff.tsx'
import { ItemSpec } from '#client/features/catalog/item/item-spec.tsx'
import '#client/features/catalog/changes/changes.css'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function Unknown() {
  return (
    <EmptyState title="Document unknown at this time">
      <p>The notice above shows the period without data.</p>
    </EmptyState>
  )
}

export function MomentDocument({ then }: { readonly then: ItemSnapshot }) {
  const config = useMemo(() => (then.document === null ? null : parsed(then.document)), [then])
  return then.document === null ? <Unknown /> : <ItemSpec config={config} />
}

export function MomentDiff({ before, after }: { readonly before: ItemSnapshot; readonly after: ItemSnapshot }) {
  const { look, picker } = useDiffLook(useWindowWidth() < sidebarMinWidth ? 'unified' : 'split')
  const diff = useMemo(
    () => (before.document === null || after.document === null ? null : unifiedDiff(before.document, after.document)),
    [before, after],
  )
  if (diff === null) return <Unknown />
  if (diff === '') return <EmptyState title="The document is the same at both times" />
  return (
    <>
      <div className="item-spec-head">{picker}</div>
      <div className="moment-diff">
        <ChangeDiff diff={diff} look={look} />
      </div>
    </>
  )
}
