import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community'
import type { GridColumn } from './grid-column.ts'

export interface HostedCell<R> {
  readonly key: string
  readonly element: HTMLElement
  readonly cell: GridColumn<R>['cell']
  readonly row: R
}

const calm = (cell: Element) => cell.removeAttribute('data-news')
const handleEnd = ({ currentTarget }: Event) => {
  if (currentTarget instanceof Element) calm(currentTarget)
}

const flash = (cell: Element) => {
  cell.addEventListener('animationend', handleEnd, { once: true })
  cell.setAttribute('data-news', '')
}

const spareMax = 1_000

/**
 * Elements are reused once React has emptied them: React attaches every event listener to a new root element,
 * which costs more than rendering the cell.
 */
const createSpares = () => {
  const spare: HTMLElement[] = []
  return {
    acquire: (): HTMLElement => {
      const [oldest] = spare
      if (oldest === undefined || oldest.hasChildNodes()) return document.createElement('div')
      spare.shift()
      return oldest
    },
    giveBack: (element: HTMLElement) => {
      if (spare.length < spareMax) spare.push(element)
    },
  }
}

export const createCellHost = <R>() => {
  const cells = new Map<string, HostedCell<R>>()
  const listeners = new Set<() => void>()
  const spares = createSpares()
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

  /** AG Grid requires a class and checks its prototype. */
  const createRenderer = (
    { cell, align, flashOn }: Pick<GridColumn<R>, 'cell' | 'align' | 'flashOn'>,
    getId: (row: R) => string,
  ) =>
    class implements ICellRendererComp<R> {
      readonly element = spares.acquire()
      readonly key = `cell-${(last += 1)}`

      init(params: ICellRendererParams<R>) {
        this.element.className = 'live-grid-cell'
        // A class in the column's definition would need another module of the grid.
        if (align === 'end') params.eGridCell?.classList.add('live-grid-end')
        this.refresh(params)
      }

      getGui() {
        return this.element
      }

      refresh({ data: row }: ICellRendererParams<R>) {
        if (row === undefined) return true
        const before = cells.get(this.key)?.row
        put({ key: this.key, element: this.element, cell, row })
        const around = this.element.parentElement
        if (before === undefined || around === null || flashOn === undefined) return true
        if (getId(row) !== getId(before)) calm(around)
        else if (flashOn(row) !== flashOn(before)) flash(around)
        return true
      }

      destroy() {
        cells.delete(this.key)
        spares.giveBack(this.element)
        notify()
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
