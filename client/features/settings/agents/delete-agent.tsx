import { useCallback, useState } from 'react'
import type { Agent } from '#shared/agents/agents-topic.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Switch } from '#client/ui/form/switch.tsx'
import { deleteAgent } from './agents-api.ts'

export function DeleteAgent({ agent, onClose }: { readonly agent: Agent; readonly onClose: () => void }) {
  const [cleanup, setCleanup] = useState(false)
  const { id, name } = agent
  const confirm = useCallback(async () => {
    await deleteAgent(id, cleanup)
    showToast('success', `${name} deleted successfully`)
  }, [id, name, cleanup])
  const reported = [
    formatCount(agent.checks_count, 'check'),
    formatCount(agent.config_count, 'config item'),
    formatCount(agent.config_scrapper_count, 'scraper'),
  ].join(', ')
  return (
    <ConfirmDialog
      title={`Delete agent ${name}`}
      confirmLabel="Delete agent"
      busyLabel="Deleting …"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Its token stops working immediately, and its checks are removed from the health page.</p>
      <Switch label="Also delete reported resources" checked={cleanup} onChange={setCleanup} />
      <p>
        {cleanup
          ? `${reported} and its topologies are deleted.`
          : `${reported} and its topologies stay in their last reported state.`}
      </p>
    </ConfirmDialog>
  )
}
