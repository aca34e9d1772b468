import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community'
import type { GridColumn } from './grid-column.ts'

interface DrawnElement {
  readonly key: string
  readonly element: HTMLElement
}

interface HostedCell<R> extends DrawnElement {
  readonly cell: GridColumn<R>['cell']
  readonly row: R
  /** The row's id if what is drawn must not pass to another row. */
  readonly holder: string
}

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
  const cells = new Map<string, HostedCell<R>>()
  const listeners = new Set<() => void>()
  /** By column: cells of removed rows stay drawn outside the document, and the next row only updates them. */
  const spares = new Map<string, HostedCell<R>[]>()
  let shown: readonly HostedCell<R>[] = []
  let isTelling = false
  let last = 0

  const notify = () => {
    if (isTelling) return
    isTelling = true
    queueMicrotask(() => {
      isTelling = false
      shown = [...cells.values()]
      for (const listener of listeners) listener()
    })
  }
  const put = (cell: HostedCell<R>) => {
    cells.set(cell.key, cell)
    notify()
  }
  const remove = (key: string) => {
    cells.delete(key)
    notify()
  }
  const startSpares = (column: string): HostedCell<R>[] => {
    for (const { key } of spares.get(column) ?? []) remove(key)
    const started: HostedCell<R>[] = []
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
      readonly drawn: DrawnElement = spare.pop() ?? {
        key: `cell-${(last += 1)}`,
        element: document.createElement('div'),
      }

      init(params: ICellRendererParams<R>) {
        this.drawn.element.className = 'live-grid-cell'
        // A class in the column's definition would need another module of the grid.
        if (align === 'end') params.eGridCell?.classList.add('live-grid-end')
        this.refresh(params)
      }

      getGui() {
        return this.drawn.element
      }

      refresh({ data: row }: ICellRendererParams<R>) {
        if (row === undefined) return true
        const { key, element } = this.drawn
        const before = cells.get(key)?.row
        put({ key, element, cell, row, holder: hasState ? getId(row) : '' })
        const around = element.parentElement
        if (before === undefined || around === null || flashOn === undefined) return true
        if (getId(row) !== getId(before)) calm(around)
        else if (flashOn(row) !== flashOn(before)) flash(around)
        return true
      }

      destroy() {
        const { key } = this.drawn
        const cell = cells.get(key)
        if (cell !== undefined && !hasState && spare.length < spareMax && spares.get(id) === spare) spare.push(cell)
        else remove(key)
      }
    }
  }

  return {
    createRenderer,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => shown,
  }
}
export type CellHost<R> = ReturnType<typeof createCellHost<R>>
