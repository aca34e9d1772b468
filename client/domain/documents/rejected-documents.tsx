import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { rejectedDocumentsRoute, type RejectedDocument } from '#shared/resources/rejected-documents.ts'
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

/** Documents of RESOURCES_DIR that were not loaded; of all kinds, or of the given ones. */
export function RejectedDocuments({ kinds }: { readonly kinds?: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  const [opened, setOpened] = useState<RejectedDocument | null>(null)
  const { data = [] } = useQuery({
    queryKey: ['documents', 'rejected'],
    queryFn: ({ signal }) => call(rejectedDocumentsRoute, { signal }),
    enabled: hasOwnBackend(),
    refetchInterval: everyMs,
    retry: false,
    meta: { failsOnPage: true },
  })
  const rejected = data.filter((document) => kinds === undefined || kinds.includes(document.kind))
  if (rejected.length === 0) return null
  const shown = isWhole ? rejected : rejected.slice(0, shownMax)
  return (
    <section className="rejected-documents" aria-label="Rejected documents">
      <div className="rejected-documents-head">
        <StateMark state="warning" label="" />
        <b>
          {rejected.length.toLocaleString('en')} {rejected.length === 1 ? 'document' : 'documents'} rejected
        </b>
        {rejected.length > shownMax ? (
          <Button small look="minimal" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${rejected.length.toLocaleString('en')}`}
          </Button>
        ) : null}
      </div>
      <ul>
        {shown.map((document) => (
          <DocumentRow key={document.id} document={document} onOpen={() => setOpened(document)} />
        ))}
      </ul>
      {opened === null ? null : <RejectedText document={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}
