import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { artifactFileRoute } from '#shared/artifacts/artifact-routes.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { buildPath } from '#shared/primitives/contract.ts'
import { useDownload } from '#client/api/use-download.ts'
import { formatBytes } from '#client/lib/text/format-bytes.ts'
import { DownloadLink } from '#client/ui/download-link.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { artifactsQuery, type CheckArtifact } from './health-api.ts'
import { LoadFailure } from './load-failure.tsx'
import { ResultPart } from './result-part.tsx'

function ArtifactLine({ artifact: { id, filename, size, check_time: time } }: { readonly artifact: CheckArtifact }) {
  const download = useDownload(buildPath(artifactFileRoute, { id }), filename)
  return (
    <tr>
      <th scope="row" className="mono">
        {filename}
      </th>
      <td className="faint">
        <Moment at={time} />
      </td>
      <td>{formatBytes(size)}</td>
      <td>
        <DownloadLink {...download} iconOnly label={`Download ${filename}`} />
      </td>
    </tr>
  )
}

export function CheckArtifacts({ check }: { readonly check: CheckRow }) {
  const { data, error, refetch } = useQuery({
    ...artifactsQuery(check.id, check.lastRuntime),
    placeholderData: keepPreviousData,
  })
  if (error !== null) return <LoadFailure of="the artifacts" error={error} onRetry={refetch} />
  if (data === undefined || data.length === 0) return null
  return (
    <ResultPart title="Artifacts">
      <table className="check-result-metrics" aria-label="Artifacts of the newest results">
        <tbody>
          {data.map((artifact) => (
            <ArtifactLine key={artifact.id} artifact={artifact} />
          ))}
        </tbody>
      </table>
    </ResultPart>
  )
}
