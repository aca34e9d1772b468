import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatCount } from '#shared/primitives/format-count.ts'
import { rejectedDocumentsRoute, rejectedPageMax, type RejectedDocument } from '#shared/resources/rejected-documents.ts'
import { call } from '#client/api/call.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { RejectedText } from './rejected-text.tsx'
import './rejected-documents.css'

const everyMs = 10_000
const shownMax = 3

interface DocumentRowProps {
  readonly document: RejectedDocument
  readonly onOpen: () => void
}

function DocumentRow({ document, onOpen }: DocumentRowProps) {
  const { id, file, line, kind, namespace, name, reason, hasText } = document
  const title = [namespace, name].filter((part) => part !== '').join('/')
  return (
    <li>
      <span className="mono">{file === '' ? 'not in a file' : `${file}:${line}`}</span>
      <span className="rejected-documents-kind">
        {kind} {title}
      </span>
      <span className="rejected-documents-reason">{reason}</span>
      {hasText ? (
        <Button small aria-label={`Open ${file} at line ${line}`} onClick={onOpen}>
          Open file
        </Button>
      ) : file === '' && kind === 'Canary' ? (
        <Link href={linkTo(routes.settingsRow, { table: 'canaries', id })}>Edit</Link>
      ) : null}
    </li>
  )
}

interface Rejected {
  readonly total: number
  readonly documents: readonly RejectedDocument[]
}

const loadRejected = async (kinds: string | undefined, isWhole: boolean, signal: AbortSignal): Promise<Rejected> => {
  const loadPage = (offset: number) =>
    call(rejectedDocumentsRoute, { query: { kinds, offset, limit: isWhole ? rejectedPageMax : shownMax }, signal })
  const first = await loadPage(0)
  if (!isWhole) return first
  const documents = [...first.documents]
  let hasMore = documents.length < first.total
  while (hasMore) {
    const next = await loadPage(documents.length)
    documents.push(...next.documents)
    hasMore = next.documents.length > 0 && documents.length < next.total
  }
  return { total: documents.length, documents }
}

/** Documents of RESOURCES_DIR that were not loaded; of all kinds, or of the given ones. */
export function RejectedDocuments({ kinds }: { readonly kinds?: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  const [opened, setOpened] = useState<RejectedDocument | null>(null)
  const listed = kinds?.join(',')
  const { data } = useQuery({
    queryKey: ['documents', 'rejected', listed, isWhole],
    queryFn: ({ signal }) => loadRejected(listed, isWhole, signal),
    enabled: hasOwnBackend(),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
  if (data === undefined || data.total === 0) return null
  const { total, documents } = data
  return (
    <section className="rejected-documents" aria-label="Rejected documents">
      <div className="rejected-documents-head">
        <StateMark state="warning" label="" />
        <b>{formatCount(total, 'document')} rejected</b>
        {total > shownMax ? (
          <Button small look="minimal" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${formatCount(total)}`}
          </Button>
        ) : null}
      </div>
      <ul>
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document} onOpen={() => setOpened(document)} />
        ))}
      </ul>
      {opened === null ? null : <RejectedText document={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}
