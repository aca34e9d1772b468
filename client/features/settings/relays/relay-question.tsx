import { useCallback } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { drainRelayRoute, resumeRelayRoute } from '#shared/relays/relay-routes.ts'
import type { RelayRow } from '#shared/relays/relays-topic.ts'
import { call } from '#client/api/call.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'

interface RelayQuestionProps {
  readonly relay: RelayRow
  readonly name: string
  readonly onClose: () => void
}

export function RelayQuestion({ relay, name, onClose }: RelayQuestionProps) {
  const { id, isDrainRequested: isResume, checks, scrapers, topologies } = relay
  const confirm = useCallback(async () => {
    await call(isResume ? resumeRelayRoute : drainRelayRoute, { params: { id }, body: undefined })
    showToast('success', isResume ? `${name} takes work again` : `${name} hands over its work`)
  }, [id, name, isResume])
  const owned = `${formatCount(checks, 'check')}, ${formatCount(scrapers, 'scraper')}, ${formatCount(topologies, 'topology', 'topologies')}`
  return (
    <ConfirmDialog
      title={isResume ? `Resume ${name}?` : `Drain ${name}?`}
      confirmLabel={isResume ? 'Resume relay' : 'Drain relay'}
      busyLabel={isResume ? 'Resuming …' : 'Draining …'}
      look={isResume ? 'primary' : 'danger'}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isResume ? (
        'It takes its share of the work from the other relays, and reports ready to the proxy.'
      ) : (
        <>
          <p>The other relays take over its work ({owned}). Running playbooks continue here until they end.</p>
          <p>
            It reports not ready, so that the proxy sends its viewers to the other relays. A restart ends the drain.
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
