import { appendValue } from '#shared/primitives/append-value.ts'
import type { MarkKind } from './mark-kind.ts'

const at = (value: number) => Number(value.toFixed(3))

const point = (x: number, y: number) => `M${at(x)} ${at(y)}h0`

const ring = (x: number, y: number, r: number) =>
  `M${at(x - r)} ${at(y)}a${at(r)} ${at(r)} 0 1 0 ${at(2 * r)} 0a${at(r)} ${at(r)} 0 1 0 ${at(-2 * r)} 0`
const box = (x: number, y: number, q: number) => `M${at(x - q)} ${at(y - q)}h${at(2 * q)}v${at(2 * q)}h${at(-2 * q)}z`
const slash = (x: number, y: number, q: number) => `M${at(x - q)} ${at(y + q)}L${at(x + q)} ${at(y - q)}`

const outlines: Partial<Record<MarkKind, (x: number, y: number, pitch: number) => string>> = {
  in: (x, y, pitch) => box(x, y, 0.36 * pitch),
  unknown: (x, y, pitch) => ring(x, y, 0.3 * pitch),
  stale: (x, y, pitch) => ring(x, y, 0.3 * pitch) + slash(x, y, 0.2 * pitch),
  'stale-bad': (x, y, pitch) => box(x, y, 0.36 * pitch) + slash(x, y, 0.36 * pitch),
}

/** One path per kind, so that thousands of marks stay cheap. Lengths in units; `tiny` marks have no outlines. */
export const markPaths = (
  kinds: readonly MarkKind[],
  { rows, pitch, tiny }: { readonly rows: number; readonly pitch: number; readonly tiny: boolean },
): ReadonlyMap<MarkKind, string> => {
  const parts = new Map<MarkKind, string[]>()
  for (const [i, kind] of kinds.entries()) {
    if (kind === 'gone') continue
    const x = (Math.floor(i / rows) + 0.5) * pitch
    const y = ((i % rows) + 0.5) * pitch
    const outline = tiny ? undefined : outlines[kind]
    appendValue(parts, kind, outline === undefined ? point(x, y) : outline(x, y, pitch))
  }
  return new Map([...parts].map(([kind, all]) => [kind, all.join('')]))
}
