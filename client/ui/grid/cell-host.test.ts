// @vitest-environment jsdom
import type { ICellRendererParams } from 'ag-grid-community'
import { expect, test } from 'vitest'
import { createCellHost } from './cell-host.ts'

test('reuses the element of a removed cell once React has emptied it', () => {
  const Renderer = createCellHost<string>().createRenderer({ cell: () => null }, String)
  const shown = (): InstanceType<typeof Renderer> => {
    const cell = new Renderer()
    cell.init({ data: 'row' } as ICellRendererParams<string>)
    return cell
  }
  const removed = shown()
  const element = removed.getGui()
  element.textContent = 'drawn'
  removed.destroy()
  expect(shown().getGui()).not.toBe(element)
  element.textContent = ''
  expect(shown().getGui()).toBe(element)
  expect(shown().getGui()).not.toBe(element)
})
