import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { rejectedTextRoute, type RejectedDocument } from '#shared/resources/rejected-documents.ts'
import { call } from '#client/api/call.ts'
import { DocumentView } from '#client/ui/editor/document-view.tsx'
import type { Lines } from '#client/ui/editor/line-ranges.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'

interface RejectedTextProps {
  readonly document: RejectedDocument
  readonly onClose: () => void
}

const ignore = () => undefined

/** The file as it is now: editing happens where it is stored. */
export function RejectedText({ document: { id, file, line, reason }, onClose }: RejectedTextProps) {
  const [selected, setSelected] = useState<Lines>()
  const errorLine = useMemo(() => [line], [line])
  const { data, error } = useQuery({
    queryKey: ['documents', 'rejected', id, 'text'],
    queryFn: ({ signal }) => call(rejectedTextRoute, { params: { id }, signal }),
  })
  return (
    <Modal title={`${file}, line ${line}`} size="large" onClose={onClose}>
      <Callout tone="warn">{reason}</Callout>
      {error !== null ? (
        <ErrorPanel error={error} detailsHidden />
      ) : data === undefined ? (
        <SkeletonRows rows={8} label="Loading file" />
      ) : (
        <div className="rejected-text">
          <DocumentView
            label={file}
            value={data.text}
            language="yaml"
            lines={selected ?? errorLine}
            onLines={setSelected}
            searchText=""
            onFound={ignore}
            onFind={ignore}
          />
        </div>
      )}
    </Modal>
  )
}
