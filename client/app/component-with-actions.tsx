import type { ComponentRow } from '#shared/topology/topology.ts'
import { ComponentPage } from '#client/features/topology/component-page.tsx'
import { resourceActions } from './resource-actions.tsx'
import { precedingComponent } from './preceding-failure.tsx'

const renderActions = ({ id, name }: ComponentRow) => resourceActions({ kind: 'component', id, name })

export function ComponentWithActions({ id }: { readonly id: string }) {
  return <ComponentPage id={id} renderActions={renderActions} precededBy={precedingComponent} />
}
