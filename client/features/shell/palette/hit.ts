import type { State } from '#client/ui/state-mark.tsx'

export interface PaletteResource {
  readonly kind: 'check' | 'component' | 'config' | 'incident' | 'playbook'
  readonly id: string
  readonly name: string
}

export interface Hit {
  /** Unique among everything that the palette lists. */
  readonly key: string
  readonly name: string
  readonly detail: string
  readonly href: string
  readonly state: State | null
  /** The state in words, for example "unhealthy". */
  readonly status: string
  readonly since: string | null
  readonly resource: PaletteResource | null
}
