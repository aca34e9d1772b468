import { RunPage } from '#client/features/playbooks/runs/run-page.tsx'
import { LinkAction } from './incident-actions.tsx'

const renderActions = (id: string, title: string) => <LinkAction resource={{ kind: 'run', id, name: title }} />

export function RunWithActions({ id }: { readonly id: string }) {
  return <RunPage id={id} renderActions={renderActions} />
}
