import { lazy, Suspense } from 'react'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { RunPlaybookButton } from '#client/features/playbooks/run-dialog/run-playbook-button.tsx'
import { ComponentPage } from '#client/features/topology/component-page.tsx'

const RunPlaybook = lazy(async () => ({
  default: (await import('#client/features/playbooks/run-dialog/run-playbook.tsx')).RunPlaybook,
}))

const actionsOf = ({ id, name }: ComponentRow) => (
  <Suspense fallback={<RunPlaybookButton disabled />}>
    <RunPlaybook target={{ kind: 'component', id, name }} />
  </Suspense>
)

/** The page of a component that can be the target of a playbook (ledger PLAY-12). */
export function ComponentWithPlaybooks({ id }: { readonly id: string }) {
  return <ComponentPage id={id} actionsOf={actionsOf} />
}
