import { RunPage } from '#client/features/playbooks/runs/run-page.tsx'
import { LinkAction } from './incident-actions.tsx'

const renderActions = (id: string, title: string) => <LinkAction resource={{ kind: 'run', id, name: title }} />

/** A run of a playbook, which can become evidence of an incident. */
export function RunWithActions({ id }: { readonly id: string }) {
  return <RunPage id={id} renderActions={renderActions} />
}
