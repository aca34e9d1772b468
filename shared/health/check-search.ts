import type { CheckRow } from '#shared/health/check-row.ts'

export const checkSearch = (query: string): ((row: Pick<CheckRow, 'name' | 'description' | 'endpoint'>) => boolean) => {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return () => true
  return ({ name, description, endpoint }) =>
    name.toLowerCase().includes(wanted) ||
    description.toLowerCase().includes(wanted) ||
    endpoint.toLowerCase().includes(wanted)
}
