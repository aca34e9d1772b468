import type { Team } from '#shared/access/decide.ts'
import type { Grant } from '#shared/access/grant.ts'

/** Who is asking: a person of the `people` table with the roles held right now. */
export interface Viewer {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  /** The teams that the person is in; left out where they are not known. */
  readonly teams?: readonly Team[]
  /** The grants and denies about the person, their teams and roles; left out where they are not known. */
  readonly grants?: readonly Grant[]
  /** In hosted mode: the organisation that the person works in. */
  readonly organisation?: string
}
