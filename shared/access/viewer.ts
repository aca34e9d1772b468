/** Who is asking: a person of the `people` table with the roles held right now. */
export interface Viewer {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
}
