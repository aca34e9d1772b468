import { routes } from './routes.ts'

interface AccessQuery {
  readonly person?: string | undefined
  readonly action: string
  readonly on: string
}

export const whyAddress = ({ person, action, on }: AccessQuery): string => {
  const query = new URLSearchParams({ why: '1', ...(person !== undefined && { person }), do: action, on })
  return `${routes.permissions}?${query.toString()}`
}
