// @vitest-environment jsdom
import type { ICellRendererParams } from 'ag-grid-community'
import { expect, test } from 'vitest'
import { createCellHost } from './cell-host.ts'

const column = { id: 'name', cell: () => null }

const startHost = (options: { readonly hasState?: boolean } = {}) => {
  const host = createCellHost<string>()
  const listShown = async () => {
    await Promise.resolve()
    return host.get().map((slot) => [slot.key, slot.get()?.row])
  }
  const define = () => {
    const Renderer = host.createRenderer({ ...column, ...options }, String)
    return (row: string): InstanceType<typeof Renderer> => {
      const cell = new Renderer()
      cell.init({ data: row } as ICellRendererParams<string>)
      return cell
    }
  }
  return { define, listShown }
}

test('a removed cell stays drawn and shows the next row of its column', async () => {
  const { define, listShown } = startHost()
  const draw = define()
  const first = draw('first')
  expect(await listShown()).toEqual([[first.slot.key, 'first']])
  first.destroy()
  const next = draw('next')
  expect(next.getGui()).toBe(first.getGui())
  expect(await listShown()).toEqual([[first.slot.key, 'next']])
  expect(draw('another').getGui()).not.toBe(first.getGui())
})

test('a removed cell with state keeps its element, not its content', async () => {
  const { define, listShown } = startHost({ hasState: true })
  const draw = define()
  const first = draw('first')
  first.destroy()
  expect(await listShown()).toEqual([[first.slot.key, undefined]])
  const next = draw('next')
  expect(next.getGui()).toBe(first.getGui())
  expect(next.slot.get()).toMatchObject({ row: 'next', holder: 'next' })
})

test('only cells that changed are drawn again', async () => {
  const { define, listShown } = startHost()
  const draw = define()
  const cells = ['first', 'second'].map(draw)
  await listShown()
  const drawn: string[] = []
  for (const { slot } of cells) slot.subscribe(() => drawn.push(slot.get()?.row ?? ''))
  cells[1]?.refresh({ data: 'changed' } as ICellRendererParams<string>)
  cells[0]?.refresh({ data: 'first' } as ICellRendererParams<string>)
  await listShown()
  expect(drawn).toEqual(['changed'])
})

test('few removed cells stay drawn', async () => {
  const { define, listShown } = startHost()
  const draw = define()
  const cells = Array.from({ length: 100 }, (_, at) => draw(`${at}`))
  for (const cell of cells) cell.destroy()
  expect(await listShown()).toHaveLength(16)
})

test('cells of a column that was defined again are removed', async () => {
  const { define, listShown } = startHost()
  const draw = define()
  const [spare, remaining] = [draw('spare'), draw('remaining')]
  spare.destroy()
  const again = define()('again')
  remaining.destroy()
  expect(await listShown()).toEqual([[again.slot.key, 'again']])
})
