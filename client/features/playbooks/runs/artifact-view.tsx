import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ArtifactRow } from '#shared/artifacts/artifact-row.ts'
import { artifactFileRoute } from '#shared/artifacts/artifact-routes.ts'
import { buildPath } from '#shared/primitives/contract.ts'
import { call } from '#client/api/call.ts'
import { useDownload } from '#client/api/use-download.ts'
import { formatBytes } from '#client/lib/text/format-bytes.ts'
import { DownloadLink } from '#client/ui/download-link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { LogView } from '#client/features/playbooks/log/log-view.tsx'
import { textLines } from '#client/features/playbooks/log/text-lines.ts'

const shownMaxBytes = 2 * 1024 * 1024
const isText = (type: string | null) => type !== null && /^text\/|json|yaml|xml/.test(type)

const toFileHref = (id: string) => buildPath(artifactFileRoute, { id })

export function ArtifactView({ artifact, head }: { readonly artifact: ArtifactRow; readonly head: React.ReactNode }) {
  const { id, filename, size, content_type: type } = artifact
  const isShown = isText(type) && size <= shownMaxBytes
  const { data, error, refetch } = useQuery({
    queryKey: ['playbooks', 'artifact', id],
    queryFn: ({ signal }) => call(artifactFileRoute, { params: { id }, signal }),
    enabled: isShown,
    staleTime: Infinity,
  })
  const download = useDownload(toFileHref(id), filename)
  const lines = useMemo(() => textLines(data ?? ''), [data])
  const file = (
    <EmptyState title={filename} actions={<DownloadLink {...download} />}>
      {formatBytes(size)}, {type ?? 'unknown type'}. This file cannot be displayed here.
    </EmptyState>
  )
  const empty = !isShown ? (
    file
  ) : error !== null ? (
    <ErrorPanel error={error} meaning={`Could not load ${filename}.`} onRetry={() => void refetch()} />
  ) : data === undefined ? (
    <SkeletonRows label="Loading artifact" />
  ) : (
    <EmptyState title="The file is empty" />
  )
  return (
    <LogView
      key={data === undefined ? 'none' : 'text'}
      lines={lines}
      head={head}
      isGrowing={false}
      startsAtEnd={false}
      downloadHref={toFileHref(id)}
      empty={empty}
    />
  )
}
