import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community'
import { createCellSlots, type CellSlot } from './cell-slots.ts'
import type { GridColumn } from './grid-column.ts'

const calm = (cell: Element) => cell.removeAttribute('data-news')
const handleEnd = ({ currentTarget }: Event) => {
  if (currentTarget instanceof Element) calm(currentTarget)
}

const flash = (cell: Element) => {
  cell.addEventListener('animationend', handleEnd, { once: true })
  cell.setAttribute('data-news', '')
}

/** Enough for the rows that one turn of the wheel removes. */
const spareMax = 16

export const createCellHost = <R>() => {
  const { add, show, remove, subscribe, get } = createCellSlots<R>()
  /** By column: cells of removed rows stay drawn outside the document, and the next row only updates them. */
  const spares = new Map<string, CellSlot<R>[]>()
  const startSpares = (column: string): CellSlot<R>[] => {
    for (const slot of spares.get(column) ?? []) remove(slot)
    const started: CellSlot<R>[] = []
    spares.set(column, started)
    return started
  }

  /** AG Grid requires a class and checks its prototype. */
  const createRenderer = (
    { id, cell, align, flashOn, hasState = false }: Omit<GridColumn<R>, 'title'>,
    getId: (row: R) => string,
  ) => {
    const spare = startSpares(id)
    return class implements ICellRendererComp<R> {
      readonly slot = spare.pop() ?? add()

      init(params: ICellRendererParams<R>) {
        this.slot.element.className = 'live-grid-cell'
        // A class in the column's definition would need another module of the grid.
        if (align === 'end') params.eGridCell?.classList.add('live-grid-end')
        this.refresh(params)
      }

      getGui() {
        return this.slot.element
      }

      refresh({ data: row }: ICellRendererParams<R>) {
        if (row === undefined) return true
        const { element } = this.slot
        const before = this.slot.get()?.row
        show(this.slot, { cell, row, holder: hasState ? getId(row) : '' })
        const around = element.parentElement
        if (before === undefined || around === null || flashOn === undefined) return true
        if (getId(row) !== getId(before)) calm(around)
        else if (flashOn(row) !== flashOn(before)) flash(around)
        return true
      }

      destroy() {
        if (spare.length >= spareMax || spares.get(id) !== spare) return remove(this.slot)
        if (hasState) show(this.slot, null)
        spare.push(this.slot)
      }
    }
  }

  return { createRenderer, subscribe, get }
}
export type CellHost<R> = ReturnType<typeof createCellHost<R>>
