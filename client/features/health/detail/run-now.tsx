import { Play } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actOnChecks } from '#shared/access/check-right.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { ApiError } from '#client/api/api-error.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { runCheck } from '#client/domain/health/run-check.ts'
import { agentQuery, isFromAgent } from '#client/domain/agents/agent-query.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'

const describeFailure = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 403) {
    return 'Check not run: you do not have permission to run it. An administrator can grant it.'
  }
  return `Check not run: ${toErrorMessage(error)}`
}

const useElsewhere = (agentId: string): string | undefined => {
  const { data: agent } = useQuery(agentQuery(agentId))
  if (!isFromAgent(agentId) || !hasOwnBackend()) return undefined
  if (agent == null) return 'This check runs only on its agent.'
  const host = agent.hostname === null || agent.hostname === agent.name ? '' : ` (${agent.hostname})`
  return `This check runs only on the agent ${agent.name}. Run it in the console of ${agent.name}${host}.`
}

/** The result arrives over the live topic. */
export function RunNow({ check }: { readonly check: Pick<CheckRow, 'id' | 'canaryId' | 'canaryName' | 'agentId'> }) {
  const about = { canary: { id: check.canaryId, name: check.canaryName } }
  const { allowed } = useAllowed(actOnChecks.action, actOnChecks.resource, { about })
  const elsewhere = useElsewhere(check.agentId)
  const [running, setRunning] = useState(false)
  if (!allowed) return null
  const handleClick = async () => {
    setRunning(true)
    try {
      const result = await runCheck(check.id)
      if (result === undefined) showToast('success', 'Check ran: no result.')
      else if (result.pass === true) showToast('success', 'Check ran: healthy.')
      else showToast('error', `Check ran: ${result.error || result.message || 'unhealthy'}`)
    } catch (error) {
      showToast('error', describeFailure(error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button look="primary" icon={<Play />} busy={running} disabledReason={elsewhere} onClick={() => void handleClick()}>
      Run Now
    </Button>
  )
}
