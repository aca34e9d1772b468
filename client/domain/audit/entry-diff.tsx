import { useMemo } from 'react'
import type { AuditEntry } from '#shared/audit/audit-entry.ts'
import { TextDiff } from '#client/ui/editor/text-diff.tsx'
import { writeYaml } from '#client/ui/editor/write-yaml.ts'

const formatDocument = (document: AuditEntry['before']) => (document == null ? '' : writeYaml(document))
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export function EntryDiff({ entry: { before, after, changed } }: { readonly entry: AuditEntry }) {
  const [was, is] = useMemo(() => [formatDocument(before), formatDocument(after)], [before, after])
  const hidden = changed.filter((name) => isSame(before?.[name], after?.[name]))
  return (
    <>
      {hidden.length === 0 ? null : (
        <p className="dim">{`A secret in ${hidden.join(', ')} was replaced. Secrets are not recorded.`}</p>
      )}
      {was === is ? (
        hidden.length > 0 ? null : (
          <p className="faint">No other changes were recorded.</p>
        )
      ) : (
        <TextDiff label="Before and after" before={was} after={is} />
      )}
    </>
  )
}
