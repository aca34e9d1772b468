import type { ComponentRow } from '#shared/topology/topology.ts'
import { ComponentPage } from '#client/features/topology/component-page.tsx'
import { thingActions } from './thing-actions.tsx'
import { precedingComponent } from './preceding-trouble.tsx'

const actionsOf = ({ id, name }: ComponentRow) => thingActions({ kind: 'component', id, name })

/** The page of a component that can be the target of a playbook, with what changed before it turned. */
export function ComponentWithPlaybooks({ id }: { readonly id: string }) {
  return <ComponentPage id={id} actionsOf={actionsOf} precededBy={precedingComponent} />
}
