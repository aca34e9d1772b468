import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community'
import type { ComponentType } from 'react'
import type { GridColumn } from './grid-column.ts'

/** A cell on screen: where the grid put it, and what draws it. */
export interface HostedCell<R> {
  readonly key: string
  readonly element: HTMLElement
  readonly cell: ComponentType<{ readonly row: R }>
  readonly row: R
}

const calm = (cell: Element) => cell.removeAttribute('data-news')
const handleEnd = ({ currentTarget }: Event) => {
  if (currentTarget instanceof Element) calm(currentTarget)
}

/** Marks a cell as news; the style sheet lets it flash, once. */
const flash = (cell: Element) => {
  cell.addEventListener('animationend', handleEnd, { once: true })
  cell.setAttribute('data-news', '')
}

const spareMax = 1_000

/**
 * Elements to draw cells into. One that was given back is given out again once React has emptied it: on an element that it
 * meets for the first time React listens to every event there is, which costs more than drawing the cell.
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

/**
 * The cells that a grid shows right now, for React to draw into them. The grid itself stays free of React: cells come
 * and go by the dozen while somebody scrolls, and are told of together, before the next paint.
 */
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

  /** What the grid makes for each cell of a column: it wants a class, and asks its prototype whether it is one. */
  const createRenderer = ({ cell, flashOn }: Pick<GridColumn<R>, 'cell' | 'flashOn'>, getId: (row: R) => string) =>
    class implements ICellRendererComp<R> {
      readonly element = spares.acquire()
      readonly key = `cell-${(last += 1)}`

      init(params: ICellRendererParams<R>) {
        this.element.className = 'live-grid-cell'
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
        // A line that shows another row is no news.
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
