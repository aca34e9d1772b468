import { useQuery, type QueryKey, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import { useState } from 'react'

type ValuesQuery<Key extends QueryKey> = UndefinedInitialDataOptions<string[], Error, string[], Key>

/** Reads the values of a filter when its menu is approached, because most of these reads go through every item. */
export const useFilterValues = <Key extends QueryKey>(query: ValuesQuery<Key>) => {
  const [isApproached, setApproached] = useState(false)
  const { data, isError } = useQuery({ ...query, enabled: isApproached })
  return { values: data ?? (isError ? [] : undefined), onApproach: () => setApproached(true) }
}
