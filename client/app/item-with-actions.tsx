import type { ConfigItem } from '#client/features/catalog/catalog-api.ts'
import { ItemPage, type ItemTab } from '#client/features/catalog/item/item-page.tsx'
import { changeActions, insightActions } from './catalog-with-actions.tsx'
import { thingActions } from './thing-actions.tsx'

const actionsOf = ({ id, name }: ConfigItem) => thingActions({ kind: 'config', id, name: name ?? id })

/** The page of a config item, with what can be done with it. */
export function ItemWithActions(props: { readonly id: string; readonly tab: ItemTab }) {
  return <ItemPage {...props} actionsOf={actionsOf} changeActions={changeActions} insightActions={insightActions} />
}
