import { useFeatures } from '#client/api/session/feature-flags.ts'
import type { ConfigItem } from '#client/features/catalog/catalog-api.ts'
import { ItemPage, type ItemTab } from '#client/features/catalog/item/item-page.tsx'
import type { SelectedLines } from '#client/features/catalog/item/item-spec.tsx'
import { changeActions, insightActions } from './catalog-with-actions.tsx'
import { ResourceIncidents, LinkAction } from './incident-actions.tsx'
import { resourceActions } from './resource-actions.tsx'

const toResource = ({ id, name, type }: ConfigItem) =>
  ({ kind: 'config', id, name: name ?? id, ...(type !== null && { type }) }) as const

const renderActions = (item: ConfigItem) =>
  resourceActions({ kind: 'config', id: item.id, name: item.name ?? item.id }, toResource(item))

const lineActions = (item: ConfigItem, lines: SelectedLines) => <LinkAction resource={{ ...toResource(item), lines }} />

export function ItemWithActions(props: { readonly id: string; readonly tab: ItemTab }) {
  const isOn = useFeatures()
  return (
    <ItemPage
      {...props}
      renderActions={renderActions}
      lineActions={lineActions}
      incidents={isOn('incidents') ? <ResourceIncidents resource={{ kind: 'config', id: props.id }} /> : null}
      changeActions={changeActions}
      insightActions={insightActions}
    />
  )
}
