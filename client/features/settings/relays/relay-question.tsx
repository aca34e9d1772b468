import { useCallback } from 'react'
import type { RelayRow } from '#shared/relays/relays-topic.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { drainRelay, resumeRelay } from './relays-api.ts'

interface RelayQuestionProps {
  readonly relay: RelayRow
  readonly name: string
  readonly onClose: () => void
}

const count = (amount: number, one: string, many = `${one}s`) =>
  `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`

export function RelayQuestion({ relay, name, onClose }: RelayQuestionProps) {
  const { id, isDrainRequested: isResume, checks, scrapers, topologies } = relay
  const confirm = useCallback(async () => {
    await (isResume ? resumeRelay(id) : drainRelay(id))
    showToast('success', isResume ? `${name} takes work again` : `${name} hands over its work`)
  }, [id, name, isResume])
  const owned = `${count(checks, 'check')}, ${count(scrapers, 'scraper')}, ${count(topologies, 'topology', 'topologies')}`
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
