// @vitest-environment jsdom
import type { ICellRendererParams } from 'ag-grid-community'
import { expect, test } from 'vitest'
import { createCellHost } from './cell-host.ts'

const column = { id: 'name', cell: () => null }

const startHost = () => {
  const host = createCellHost<string>()
  const listShown = async () => {
    await Promise.resolve()
    return host.get().map(({ key, row }) => [key, row])
  }
  const define = () => {
    const Renderer = host.createRenderer(column, String)
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
  expect(await listShown()).toEqual([[first.drawn.key, 'first']])
  first.destroy()
  const next = draw('next')
  expect(next.getGui()).toBe(first.getGui())
  expect(await listShown()).toEqual([[first.drawn.key, 'next']])
  expect(draw('another').getGui()).not.toBe(first.getGui())
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
  expect(await listShown()).toEqual([[again.drawn.key, 'again']])
})
