import { findLabelSelectorError, labelSelectorFields } from '#shared/access/label-requirements.ts'
import { findTermError, parseSearch } from '#shared/access/search-query.ts'
import { hasConditions } from '#shared/access/selector.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { isId } from '#shared/primitives/id.ts'
import { isMap } from '#shared/primitives/is-map.ts'

const objectLists = ['configs', 'components', 'canaries', 'playbooks', 'connections']

const findSearchError = (text: string): string | undefined => {
  const search = parseSearch(text)
  if (search === null) return `must be a search, got ${JSON.stringify(text)}`
  const error = findTermError(text, search)
  return error && `${error}, got ${JSON.stringify(text)}`
}

const findFieldError = (selector: Readonly<Record<string, unknown>>): string | undefined => {
  const { id, search } = selector
  if (typeof id === 'string' && id !== '' && !isId(id)) return `id: must be an id, got ${JSON.stringify(id)}; use name`
  for (const field of labelSelectorFields) {
    const text = selector[field]
    const error = typeof text === 'string' ? findLabelSelectorError(field, text) : undefined
    if (error !== undefined) return `${field}: ${error}`
  }
  const error = typeof search === 'string' && search !== '' ? findSearchError(search) : undefined
  return error && `search: ${error}`
}

/**
 * Errors of a selector that would match nothing or only in part. Only for writes: a stored permission with such a
 * selector still denies what it may match.
 */
export const findSelectorError = (objectSelector: Readonly<Record<string, unknown>>): string | undefined => {
  for (const [kind, list] of Object.entries(objectSelector)) {
    if (!objectLists.includes(kind)) return `${kind}: not supported here; use ${objectLists.join(', ')}.`
    for (const [index, selector] of (Array.isArray(list) ? list : []).entries()) {
      if (!isMap(selector)) continue
      const path = formatPath([kind, index])
      if (!hasConditions(selector)) return `${path}: needs a field, such as name: "*" for all.`
      const error = findFieldError(selector)
      if (error !== undefined) return `${path}.${error}.`
    }
  }
  return undefined
}
