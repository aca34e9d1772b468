import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ChosenColumns } from './fit-columns.ts'

const choiceSchema = z.object({ tables: z.record(z.string(), z.record(z.string(), z.boolean())).catch({}) })

const useChoices = create<z.infer<typeof choiceSchema>>()(
  persist(() => choiceSchema.parse({}), {
    name: 'quarterdeck.columns',
    merge: (stored) => choiceSchema.parse(stored ?? {}),
  }),
)

const nothing: ChosenColumns = {}

export const useColumnChoice = (table: string): ChosenColumns => useChoices(({ tables }) => tables[table] ?? nothing)

export const chooseColumn = (table: string, id: string, isShown: boolean) =>
  useChoices.setState(({ tables }) => ({ tables: { ...tables, [table]: { ...tables[table], [id]: isShown } } }))

export const forgetColumns = (table: string) =>
  useChoices.setState(({ tables }) => ({ tables: { ...tables, [table]: {} } }))
