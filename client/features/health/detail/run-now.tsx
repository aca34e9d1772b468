import { Play } from '@blueprintjs/icons'
import { useState } from 'react'
import { mayRunChecks } from '#shared/access/roles.ts'
import { ApiError } from '#client/api/api-error.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { runCheck } from './health-api.ts'

const refusalOf = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 403) {
    return 'This check was not run: your roles do not allow it. An administrator can grant it.'
  }
  return `This check was not run: ${error instanceof Error ? error.message : 'an error occurred'}`
}

/** Runs the check now; only for the roles that may (ledger HEALTH-28). The result comes in like any other. */
export function RunNow({ checkId }: { readonly checkId: string }) {
  const session = useSession()
  const [running, setRunning] = useState(false)
  if (session === undefined || !mayRunChecks(session.roles)) return null
  const handleClick = async () => {
    setRunning(true)
    try {
      const result = await runCheck(checkId)
      if (result === undefined) showToast('success', 'The check was run and gave no result.')
      else if (result.pass === true) showToast('success', 'The check was run: healthy.')
      else showToast('error', `The check was run: ${result.error || result.message || 'unhealthy'}`)
    } catch (error) {
      showToast('error', refusalOf(error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button look="primary" icon={<Play />} busy={running} onClick={() => void handleClick()}>
      Run Now
    </Button>
  )
}
