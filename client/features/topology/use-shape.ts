import { useMemo } from 'react'
import { changeQuery, useQueryParams, setParam } from '#client/lib/address/query-state.ts'

export const shapes = [
  { value: 'cards', label: 'Cards' },
  { value: 'graph', label: 'Graph' },
  { value: 'tree', label: 'Tree' },
] as const
export type Shape = (typeof shapes)[number]['value']

const keys = { shape: 'view', opened: 'open', selected: 'card' } as const

export const useShape = () => {
  const params = useQueryParams()
  return useMemo(() => {
    const opened = new Map<string, number>()
    for (const id of params.getAll(keys.opened)) opened.set(id, (opened.get(id) ?? 0) + 1)
    const shape: Shape = shapes.find(({ value }) => value === params.get(keys.shape))?.value ?? 'cards'
    return { shape, opened, selectedId: params.get(keys.selected) }
  }, [params])
}

export const setShape = (shape: Shape): void => setParam(keys.shape, shape, 'cards')
export const openGroup = (id: string): void => changeQuery((params) => params.append(keys.opened, id))
export const closeGroups = (): void => setParam(keys.opened, null)
export const selectComponent = (id: string | null): void => setParam(keys.selected, id)
