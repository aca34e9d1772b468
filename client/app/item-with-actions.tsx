import { useFeatures } from '#client/api/session/feature-flags.ts'
import type { ConfigItem } from '#client/features/catalog/catalog-api.ts'
import { ItemPage, type ItemTab } from '#client/features/catalog/item/item-page.tsx'
import type { SelectedLines } from '#client/features/catalog/item/item-spec.tsx'
import { changeActions, insightActions } from './catalog-with-actions.tsx'
import { ListOfIncidents, LinkAction } from './incident-actions.tsx'
import { thingActions } from './thing-actions.tsx'

const actionsOf = ({ id, name }: ConfigItem) => thingActions({ kind: 'config', id, name: name ?? id })

const lineActions = ({ id, name, type }: ConfigItem, lines: SelectedLines) => (
  <LinkAction thing={{ kind: 'config', id, name: name ?? id, ...(type !== null && { type }), lines }} />
)

/** The page of a config item, with what can be done with it. */
export function ItemWithActions(props: { readonly id: string; readonly tab: ItemTab }) {
  const isOn = useFeatures()
  return (
    <ItemPage
      {...props}
      actionsOf={actionsOf}
      lineActions={lineActions}
      incidents={isOn('incidents') ? <ListOfIncidents thing={{ kind: 'config', id: props.id }} /> : null}
      changeActions={changeActions}
      insightActions={insightActions}
    />
  )
}
