import type { Team } from '#shared/access/decide.ts'
import type { Grant } from '#shared/access/grant.ts'

export interface Viewer {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly teams?: readonly Team[]
  readonly grants?: readonly Grant[]
  readonly organisation?: string
}
