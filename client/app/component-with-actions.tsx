import type { ComponentRow } from '#shared/topology/topology.ts'
import { ComponentPage } from '#client/features/topology/component-page.tsx'
import { thingActions } from './thing-actions.tsx'
import { precedingComponent } from './preceding-trouble.tsx'

const actionsOf = ({ id, name }: ComponentRow) => thingActions({ kind: 'component', id, name })

/** The page of a component, with what can be done with it and what changed before it turned. */
export function ComponentWithActions({ id }: { readonly id: string }) {
  return <ComponentPage id={id} actionsOf={actionsOf} precededBy={precedingComponent} />
}
