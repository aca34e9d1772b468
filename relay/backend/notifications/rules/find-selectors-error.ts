import { isMap } from '#shared/primitives/is-map.ts'

/** An empty selector matches nothing, so a silence of it alone would be without effect. */
export const findSelectorsError = (selectors: unknown): string | undefined => {
  if (!Array.isArray(selectors)) return undefined
  const index = selectors.findIndex(
    (each) => !isMap(each) || Object.values(each).every((value) => value === null || value === ''),
  )
  return index < 0 ? undefined : `selectors[${index}]: must name at least one field, such as labelSelector.`
}
