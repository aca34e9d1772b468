import { useEffect } from 'react'
import { reloadToRecover } from '#client/lib/browser/new-build.ts'
import { findWallParam } from '#client/lib/address/wall-address.ts'
import { Crash } from '#client/ui/feedback/crash.tsx'
import { Page } from '#client/ui/layout/page.tsx'

const tryEveryMs = 5_000

export function ConsoleStopped({ error }: { readonly error: Error }) {
  const onWall = findWallParam(window.location.pathname, window.location.search) !== null
  useEffect(() => {
    if (!onWall) return undefined
    const timer = setInterval(() => void reloadToRecover(), tryEveryMs)
    return () => clearInterval(timer)
  }, [onWall])
  return (
    <Page title="Error">
      <Crash error={error} onRetry={() => window.location.reload()} />
    </Page>
  )
}
