import { isMap } from '#shared/primitives/is-map.ts'
import { toShownText } from '#shared/primitives/to-shown-text.ts'

type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'members'; readonly names: readonly string[] }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'below' }
  | { readonly kind: 'where'; readonly names: readonly string[]; readonly value: string }

type DocumentPath = readonly Step[]

const token =
  /(\.\.)?(?:\.?([A-Za-z_][\w-]*)|\.?(\*)|\[(\d+)\]|\[(\*)\]|\['([^'\\]*)'\]|\["([^"\\]*)"\]|\[((?:'[^'\\]*'|"[^"\\]*")(?:\s*,\s*(?:'[^'\\]*'|"[^"\\]*"))+)\]|\[\?\(?\s*@((?:\.[A-Za-z_][\w-]*)+)\s*={2}\s*('[^'\\]*'|"[^"\\]*"|-?\d+(?:\.\d+)?|true|false)\s*\)?\])/gy
/** Each `..` visits all matches of the one before it. */
const deepestMax = 2

export const readDocumentPath = (text: string): DocumentPath | undefined => {
  const path = text.trim().replace(/^\{(.*)\}$/s, '$1')
  const rest = path.replace(/^\$(?=[.[])/, '')
  const steps: Step[] = []
  let end = 0
  for (const match of rest.matchAll(token)) {
    const [whole, deep, name, star, index, bracketStar, single, double, union, member, value] = match
    if (deep !== undefined) steps.push({ kind: 'below' })
    if (star !== undefined || bracketStar !== undefined) steps.push({ kind: 'all' })
    else if (union !== undefined)
      steps.push({ kind: 'members', names: union.split(',').map((each) => each.trim().slice(1, -1)) })
    else if (member !== undefined)
      steps.push({
        kind: 'where',
        names: member.slice(1).split('.'),
        value: value?.replaceAll(/^['"]|['"]$/g, '') ?? '',
      })
    else if (index !== undefined) steps.push({ kind: 'index', index: Number(index) })
    else steps.push({ kind: 'member', name: name ?? single ?? double ?? '' })
    end += whole.length
  }
  const depth = steps.filter(({ kind }) => kind === 'below').length
  return steps.length > 0 && end === rest.length && depth <= deepestMax ? steps : undefined
}

type Change = (value: unknown) => unknown

const hasValue = (member: unknown, names: readonly string[], value: string): boolean => {
  const found = names.reduce<unknown>((within, name) => (isMap(within) ? within[name] : undefined), member)
  return toShownText(found) === value
}

const isHit = (step: Step, key: string | number, member: unknown): boolean => {
  if (step.kind === 'all') return true
  if (step.kind === 'where') return hasValue(member, step.names, step.value)
  if (step.kind === 'members') return step.names.some((name) => name === key)
  return step.kind === 'member' ? step.name === key : step.kind === 'index' && step.index === key
}

export const changeAt = (value: unknown, path: DocumentPath, change: Change): unknown => {
  const [step, ...rest] = path
  if (step === undefined) return change(value)
  if (step.kind === 'below') {
    const here = changeAt(value, rest, change)
    return changeMembers(
      here,
      () => true,
      (member) => changeAt(member, path, change),
    )
  }
  return changeMembers(
    value,
    (key, member) => isHit(step, key, member),
    (member) => changeAt(member, rest, change),
  )
}

const changeMembers = (
  value: unknown,
  isMeant: (key: string | number, member: unknown) => boolean,
  change: Change,
): unknown => {
  if (Array.isArray(value)) {
    const changed = value.map((member: unknown, index) => (isMeant(index, member) ? change(member) : member))
    const isSame = changed.every((member, index) => member === value[index])
    return isSame ? value : changed.filter((member) => member !== undefined)
  }
  if (!isMap(value)) return value
  let isSame = true
  const members = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    if (!isMeant(key, member)) return [[key, member]]
    const made = change(member)
    if (made !== member) isSame = false
    return made === undefined ? [] : [[key, made]]
  })
  return isSame ? value : Object.fromEntries(members)
}
