import type { GridColumn } from './grid-column.ts'

interface CellContent<R> {
  readonly cell: GridColumn<R>['cell']
  readonly row: R
  /** The row's id if what is drawn must not pass to another row. */
  readonly holder: string
}

export interface CellSlot<R> {
  readonly key: string
  readonly group: number
  readonly element: HTMLElement
  readonly get: () => CellContent<R> | null
  readonly set: (content: CellContent<R> | null) => void
  readonly notify: () => void
  readonly subscribe: (onChange: () => void) => () => void
}

/** React visits all cells of a group when one changes: about the cells of a row, which change together. */
const groupSize = 12

const createSlot = <R>(number: number): CellSlot<R> => {
  let content: CellContent<R> | null = null
  let listener: (() => void) | null = null
  return {
    key: `cell-${number}`,
    group: Math.floor(number / groupSize),
    element: document.createElement('div'),
    get: () => content,
    set: (next) => (content = next),
    notify: () => listener?.(),
    subscribe: (onChange) => {
      listener = onChange
      return () => (listener = null)
    },
  }
}

export const createCellSlots = <R>() => {
  const slots = new Set<CellSlot<R>>()
  const changed = new Set<CellSlot<R>>()
  const listeners = new Set<() => void>()
  let shown: readonly CellSlot<R>[] = []
  let isScheduled = false
  let last = 0

  const notify = () => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      for (const { notify: notifySlot } of changed) notifySlot()
      changed.clear()
      if (shown.length === slots.size && shown.every((slot) => slots.has(slot))) return
      shown = [...slots]
      for (const listener of listeners) listener()
    })
  }
  const show = (slot: CellSlot<R>, content: CellContent<R> | null) => {
    const { cell, row, holder } = slot.get() ?? {}
    if (content !== null && cell === content.cell && row === content.row && holder === content.holder) return
    slot.set(content)
    changed.add(slot)
    notify()
  }
  const add = (): CellSlot<R> => {
    const slot = createSlot<R>((last += 1))
    slots.add(slot)
    notify()
    return slot
  }
  const remove = (slot: CellSlot<R>) => {
    slots.delete(slot)
    notify()
  }
  return {
    add,
    show,
    remove,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => shown,
  }
}
