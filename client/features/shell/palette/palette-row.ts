import type { Hit } from './hit.ts'

export interface PaletteRow {
  /** Unique among everything that the palette lists. */
  readonly key: string
  readonly name: string
  readonly detail: string
  readonly icon: React.ReactNode
  readonly target: { readonly href: string } | { readonly act: () => void }
  readonly hit: Hit | null
}

export interface PaletteGroup {
  readonly title: string
  readonly rows: readonly PaletteRow[]
}
