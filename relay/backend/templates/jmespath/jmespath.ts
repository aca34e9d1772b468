import { isDeepStrictEqual } from 'node:util'
import { isMap } from '#shared/primitives/is-map.ts'
import { callFunction, type Reference } from './jmespath-functions.ts'
import { parseJmespath, type Comparator, type Node } from './parse-jmespath.ts'

const isTrue = (value: unknown): boolean => {
  if (value === null || value === undefined || value === false || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return !isMap(value) || Object.keys(value).length > 0
}

const compare = (by: Comparator, left: unknown, right: unknown): unknown => {
  if (by === '==') return isDeepStrictEqual(left, right)
  if (by === '!=') return !isDeepStrictEqual(left, right)
  if (typeof left !== 'number' || typeof right !== 'number') return null
  return by === '<' ? left < right : by === '<=' ? left <= right : by === '>' ? left > right : left >= right
}

const toIndex = (at: number, length: number): number => (at < 0 ? length + at : at)

const slice = (list: readonly unknown[], { start, stop, step }: Extract<Node, { op: 'slice' }>): unknown[] => {
  const [low, high] = step > 0 ? [0, list.length] : [-1, list.length - 1]
  const bound = (at: number | undefined, otherwise: number): number =>
    at === undefined ? otherwise : Math.min(high, Math.max(low, toIndex(at, list.length)))
  const end = bound(stop, step > 0 ? high : low)
  const found: unknown[] = []
  for (let at = bound(start, step > 0 ? low : high); step > 0 ? at < end : at > end; at += step) found.push(list[at])
  return found
}

const project = (members: readonly unknown[], right: Node): unknown[] =>
  members.map((member) => search(right, member)).filter((found) => found !== null)

const listMembers = (value: unknown, over: 'list' | 'values'): readonly unknown[] | undefined => {
  if (over === 'list') return Array.isArray(value) ? (value as unknown[]) : undefined
  return isMap(value) ? Object.values(value) : undefined
}

/** Values are JSON. Null is also the result where something is missing. */
const search = (node: Node, value: unknown): unknown => {
  switch (node.op) {
    case 'current':
      return value
    case 'field':
      return isMap(value) && Object.hasOwn(value, node.name) ? (value[node.name] ?? null) : null
    case 'literal':
      return node.value
    case 'index':
      return Array.isArray(value) ? (value[toIndex(node.at, value.length)] ?? null) : null
    case 'slice':
      return Array.isArray(value) ? slice(value, node) : null
    case 'then':
      return search(node.right, search(node.left, value))
    case 'project': {
      const members = listMembers(search(node.left, value), node.over)
      return members === undefined ? null : project(members, node.right)
    }
    case 'filter': {
      const members = listMembers(search(node.left, value), 'list')
      return members === undefined
        ? null
        : project(
            members.filter((member) => isTrue(search(node.condition, member))),
            node.right,
          )
    }
    case 'flatten': {
      const list = search(node.left, value)
      return Array.isArray(list) ? list.flat() : null
    }
    case 'compare':
      return compare(node.by, search(node.left, value), search(node.right, value))
    case 'and':
    case 'or': {
      const left = search(node.left, value)
      return isTrue(left) === (node.op === 'or') ? left : search(node.right, value)
    }
    case 'not':
      return !isTrue(search(node.value, value))
    case 'list':
      return value === null ? null : node.members.map((member) => search(member, value))
    case 'map':
      return value === null ? null : Object.fromEntries(node.entries.map(([key, each]) => [key, search(each, value)]))
    case 'call':
      return callFunction(
        node.name,
        node.args.map((arg): unknown => (arg.op === 'reference' ? toReference(arg.body) : search(arg, value))),
      )
    default:
      throw new Error('jmespath: & is only allowed in the argument of a function')
  }
}

const toReference =
  (body: Node): Reference =>
  (member) =>
    search(body, member)

export const runJmespath = (expression: string, value: unknown): unknown => search(parseJmespath(expression), value)
