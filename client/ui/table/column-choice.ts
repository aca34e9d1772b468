import { useMemo } from 'react'
import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { changeNamed, type ViewState } from '#client/lib/address/view-address.ts'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { formatColumnSettings, noSettings, parseColumnSettings, type ColumnSettings } from './column-settings.ts'

/** Browsers that hid columns before they could be moved store the hidden ones only. */
const hiddenSchema = z
  .record(z.string(), z.boolean())
  .transform((shown) => formatColumnSettings({ ...noSettings, shown }))

export const choiceSchema = z.object({ tables: z.record(z.string(), z.union([z.string(), hiddenSchema])).catch({}) })

const useChoices = create<z.infer<typeof choiceSchema>>()(
  persist(() => choiceSchema.parse({}), {
    name: 'quarterdeck.columns',
    merge: (stored) => choiceSchema.parse(stored ?? {}),
  }),
)

const toKey = (table: string) => `columns.${table}`

/** The settings in the address, as of a saved view, replace the stored ones. */
const useSettingsText = (table = ''): string => {
  const stored = useChoices(({ tables }) => tables[table] ?? '')
  return useQueryParams().get(toKey(table)) ?? stored
}

export const useColumnChoice = (table: string | undefined): ColumnSettings => {
  const text = useSettingsText(table)
  const isPhone = useIsPhone()
  const isWall = useIsWall(window.location.pathname)
  return useMemo(() => (isPhone || isWall ? noSettings : parseColumnSettings(text)), [text, isPhone, isWall])
}

export const useColumnState = (table: string | undefined): ViewState => {
  const text = useSettingsText(table)
  return text === '' || table === undefined ? {} : { [toKey(table)]: text }
}

export const changeColumns = (table: string, settings: ColumnSettings) => {
  const text = formatColumnSettings(settings)
  if (!changeNamed(toKey(table), text)) useChoices.setState(({ tables }) => ({ tables: { ...tables, [table]: text } }))
}
