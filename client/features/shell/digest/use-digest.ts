import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Span } from '#machines/live/absence-machine.ts'
import type { AreaDigest, DigestArea } from '#client/live/absence/digest-area.ts'
import { useAbsence } from '#client/live/absence/use-absence.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'

export interface DigestNews {
  readonly span: Span
  readonly areas: readonly AreaDigest[]
}

export const useDigest = (areas: readonly DigestArea[]): { digest: DigestNews | null; close: () => void } => {
  const client = useLiveClient()
  const remembered = useRef(areas.map((area) => area.remember(client)))
  const remember = useCallback(() => {
    remembered.current = areas.map((area) => area.remember(client))
  }, [areas, client])
  const { missed, close } = useAbsence(remember)
  const { data } = useQuery({
    queryKey: ['digest', missed?.fromMs, missed?.toMs],
    enabled: missed !== null,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<DigestNews | null> => {
      if (missed === null) return null
      const read = await Promise.all(remembered.current.map((readNews) => readNews(missed, signal)))
      return { span: missed, areas: read.filter((area) => area !== null) }
    },
    meta: { failsAloud: true },
  })
  const isQuiet = data !== undefined && !data?.areas.some(({ news }) => news.lines.length > 0)
  useEffect(() => {
    if (missed !== null && isQuiet) close()
  }, [missed, isQuiet, close])
  return { digest: missed === null || isQuiet ? null : (data ?? null), close }
}
