import { PlaybookOutline } from '#client/features/playbooks/outline/playbook-outline.tsx'
import { checkPlaybookSpec, playbookJsonSchema } from '#client/features/playbooks/playbook-spec-check.ts'
import { RunSaved } from '#client/features/playbooks/run-dialog/run-saved.tsx'
import { ManagedResourcePage } from '#client/features/settings/resources/managed-resource-page.tsx'
import { routes } from '#client/lib/address/routes.ts'

const own = {
  spec: { schema: playbookJsonSchema, check: checkPlaybookSpec },
  renderOutline: (text: string, cursor: number, onGo: (offset: number) => void) => (
    <PlaybookOutline text={text} cursor={cursor} onGo={onGo} />
  ),
  renderAction: (id: string, isChanged: boolean) => <RunSaved id={id} isChanged={isChanged} />,
  listLinks: (id: string) => [{ label: 'Runs', href: `${routes.playbookRuns}?playbook=${encodeURIComponent(id)}` }],
}

export function ManagedPlaybook({ id }: { readonly id: string }) {
  return <ManagedResourcePage table="playbooks" id={id} own={own} />
}
