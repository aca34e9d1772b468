import { useQuery } from '@tanstack/react-query'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { parentsQuery } from './topology-api.ts'
import { refererIn } from './topology-links.ts'

interface Parent {
  readonly id: string
  readonly name: string
}

interface Parents {
  readonly parents: readonly Parent[]
  readonly above: readonly Parent[]
}

const ownPath = ({ id, path }: ComponentRow): readonly string[] =>
  (path ?? '').split('.').filter((step) => step !== '' && step !== id)

export const useParents = (component: ComponentRow | undefined): Parents => {
  const referer = refererIn(useQueryParams())
  const direct = component === undefined ? [] : [...new Set([component.parent_id ?? '', ...(component.parents ?? [])])]
  const own = direct.filter(Boolean)
  const steps = component === undefined ? [] : ownPath(component)
  const way = referer !== null && own.includes(referer) && !steps.includes(referer) ? [referer] : steps
  const ids = [...new Set([...own, ...way])].sort()
  const { data: names } = useQuery({ ...parentsQuery(ids), enabled: ids.length > 0 })
  const named = (wanted: readonly string[]) =>
    wanted.flatMap((id) => {
      const name = names?.get(id)
      return name === undefined ? [] : [{ id, name }]
    })
  return { parents: named(own), above: named(way) }
}
