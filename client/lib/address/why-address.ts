import { routes } from './routes.ts'

interface AccessQuery {
  /** Left out: whoever opens the address. */
  readonly person?: string | undefined
  readonly action: string
  /** A resource of the matrix, or an object of grants. */
  readonly on: string
}

/** Where the Permissions page answers why somebody may not do something, with the question filled in. */
export const whyAddress = ({ person, action, on }: AccessQuery): string => {
  const query = new URLSearchParams({ why: '1', ...(person !== undefined && { person }), do: action, on })
  return `${routes.permissions}?${query.toString()}`
}
