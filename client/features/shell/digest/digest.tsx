import { lazy, Suspense } from 'react'
import type { DigestArea } from '#client/live/absence/digest-area.ts'
import { useDigest } from './use-digest.ts'

/** Most visits see none. */
const DigestView = lazy(async () => ({ default: (await import('./digest-view.tsx')).DigestView }))

/** After an absence of more than a minute: what happened meanwhile, over any page, until the person closes it. */
export function Digest({ areas }: { readonly areas: readonly DigestArea[] }) {
  const { digest, close } = useDigest(areas)
  return digest === null ? null : (
    <Suspense>
      <DigestView digest={digest} onClose={close} />
    </Suspense>
  )
}
