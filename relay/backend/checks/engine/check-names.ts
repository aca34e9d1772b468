import { formatPath } from '#shared/primitives/format-path.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { isBlankName } from '#relay/backend/rows/storable-text.ts'

export const validateCheckNames = async (
  relation: string,
  { spec }: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  if (relation !== 'canaries' || !isMap(spec)) return undefined
  for (const [type, checks] of Object.entries(spec)) {
    const list: readonly unknown[] = Array.isArray(checks) ? checks : []
    const blank = list.findIndex(
      (check) => isMap(check) && typeof check['name'] === 'string' && isBlankName(check['name']),
    )
    if (blank >= 0) return `${formatPath(['spec', type, blank, 'name'])}: must not be empty.`
  }
  return undefined
}
