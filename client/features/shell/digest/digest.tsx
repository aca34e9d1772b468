import { lazy, Suspense } from 'react'
import type { DigestArea } from '#client/live/absence/digest-area.ts'
import { useDigest } from './use-digest.ts'

const DigestView = lazy(async () => ({ default: (await import('./digest-view.tsx')).DigestView }))

export function Digest({ areas }: { readonly areas: readonly DigestArea[] }) {
  const { digest, close } = useDigest(areas)
  return digest === null ? null : (
    <Suspense>
      <DigestView digest={digest} onClose={close} />
    </Suspense>
  )
}
