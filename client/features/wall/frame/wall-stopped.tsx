import { useEffect } from 'react'
import { reloadToRecover } from '#client/lib/browser/new-build.ts'
import { isOutdatedCode } from '#client/ui/feedback/crash.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useWall } from '#client/features/wall/wall-context.ts'

export function WallStopped() {
  return (
    <Page title="This view crashed">
      <p className="wall-note">Retrying automatically in a moment.</p>
    </Page>
  )
}

const reloadEveryMs = 5_000

/** Retries the view later. A missing chunk of an older build needs a reload, once the relay responds. */
export function WallCrash({ error }: { readonly error: Error }) {
  const { onCrash } = useWall()
  const needsReload = isOutdatedCode(error)
  useEffect(() => {
    if (!needsReload) {
      onCrash()
      return undefined
    }
    void reloadToRecover()
    const timer = setInterval(() => void reloadToRecover(), reloadEveryMs)
    return () => clearInterval(timer)
  }, [needsReload, onCrash])
  return <WallStopped />
}
