import { isUtf8 } from 'node:buffer'
import {
  Composer,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  Scalar,
  visit,
  type Alias,
  type Document,
  type Pair,
  type YAMLError,
} from 'yaml'
import { formatPath } from '#shared/primitives/format-path.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { DocumentPath, Position } from '#relay/backend/resources/resource-document.ts'
import { mayQuote } from '#relay/backend/resources/quoted-value.ts'
import { positionFinder } from '#relay/backend/resources/yaml-position.ts'
import { isTooLargeExpanded } from '#relay/backend/resources/yaml-limits.ts'
import { findDeepToken } from '#relay/backend/parsing/yaml-depth.ts'
import {
  chartTemplate,
  duplicateKey,
  isChartTemplate,
  missingAnchor,
  selfReference,
  tooDeep,
  tooLargeExpanded,
  tooManyAliases,
  unknownTag,
  unquotedTemplate,
  yamlErrors,
} from '#relay/backend/resources/yaml-errors.ts'

export interface YamlDocument {
  readonly findPosition: (path: DocumentPath) => Position
  readonly textAt: (path: DocumentPath) => string
  readonly read:
    | {
        readonly value: unknown
        /** Like `value`, with each number and boolean as it is written. */
        readonly spelled: unknown
      }
    | { readonly error: Position & { readonly reason: string } }
}

type Composed = Document.Parsed

const aliasesMax = 10_000

interface ComposedText {
  readonly documents: readonly Composed[]
  readonly lines: LineCounter
  /** The offset of a token that is nested too deep; then there are no documents. */
  readonly deep: number | undefined
}

const compose = (text: string): ComposedText => {
  const lines = new LineCounter()
  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  const deep = findDeepToken(tokens)
  if (deep !== undefined) return { documents: [], lines, deep }
  const composer = new Composer({
    merge: true,
    customTags: ['binary'],
    logLevel: 'error',
    prettyErrors: false,
    uniqueKeys: false,
  })
  const documents = withoutStacks(() => [...composer.compose(tokens, true, text.length)]).filter(
    (document) => document.errors.length > 0 || !isEmpty(document),
  )
  return { documents, lines, deep }
}

/** Documents without content are left out. */
export const parseYaml = (text: string): readonly YamlDocument[] => {
  const { documents, lines, deep } = compose(text)
  if (deep === undefined) return documents.map((document) => readDocument(document, text, lines))
  const position = toPosition(lines, deep)
  return [{ findPosition: () => position, textAt: () => '', read: { error: { ...position, reason: tooDeep } } }]
}

let lastFound: { readonly text: string; readonly composed: WeakRef<ComposedText> } | undefined

const composeAgain = (text: string): ComposedText => {
  const known = lastFound?.text === text ? lastFound.composed.deref() : undefined
  if (known !== undefined) return known
  const composed = compose(text)
  for (const document of composed.documents) if (document.errors.length === 0) spell(document, 'keys')
  lastFound = { text, composed: new WeakRef(composed) }
  return composed
}

/**
 * Parses the text again: errors are rare, and a parsed document takes many times the memory of its text. `index` is the
 * position in the result of `parseYaml`.
 */
export const findYamlPosition = (text: string, index: number, path: DocumentPath): Position => {
  const { documents, lines } = composeAgain(text)
  const document = documents[index]
  const toStart = (offset: number) => toPosition(lines, offset)
  return document === undefined ? toStart(0) : positionFinder(document, toStart)(path)
}

/** An unclosed bracket causes thousands of errors, and capturing their stacks takes longer than parsing. */
const withoutStacks = <Value>(parse: () => Value): Value => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return parse()
  } finally {
    Error.stackTraceLimit = limit
  }
}

const isEmpty = ({ contents }: Composed): boolean =>
  contents === null || (isScalar(contents) && contents.value === null)

const readDocument = (document: Composed, text: string, lines: LineCounter): YamlDocument => {
  const toStart = (offset: number) => toPosition(lines, offset)
  const findPosition = positionFinder(document, toStart)
  const rejected = (offset: number, reason: string) => ({ error: { ...toStart(offset), reason } })
  const read = (): YamlDocument['read'] => {
    const [error] = document.errors
    if (error !== undefined) return rejected(error.pos[0], `Invalid YAML: ${describe(error, text)}`)
    const tag = findUnknownTag(document)
    if (tag !== undefined) return rejected(tag.offset, unknownTag(tag.name))
    const twin = findTwin(document, toStart)
    if (twin !== undefined) return rejected(twin.offset, `Invalid YAML: ${twin.reason}`)
    if (isTooLargeExpanded(document)) return { error: { ...findPosition([]), reason: tooLargeExpanded } }
    const key = findCollectionKey(document, text)
    if (key !== undefined) return rejected(key.offset, key.reason)
    try {
      spell(document, 'keys')
      const value: unknown = document.toJS({ maxAliasCount: aliasesMax })
      if (isCircular(value)) return { error: { ...findPosition([]), reason: selfReference } }
      spell(document, 'all')
      return { value, spelled: document.toJS({ maxAliasCount: aliasesMax }) }
    } catch (cause) {
      const secretAlias = findAlias(document, (alias, keys) => isSecretAlias(alias, keys, text))
      if (secretAlias !== undefined) return rejected(secretAlias, missingAnchor)
      const message = toErrorMessage(cause)
      const reason = message.startsWith('Excessive alias count')
        ? tooManyAliases
        : `Failed to read the YAML: ${toSentence(message)}`
      const unresolved = findAlias(document, () => true) ?? findBadMerge(document)
      return unresolved === undefined ? { error: { ...findPosition([]), reason } } : rejected(unresolved, reason)
    }
  }
  const textAt = (path: DocumentPath): string => {
    const value: unknown = document.getIn(path)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  return { findPosition, textAt, read: read() }
}

const toPosition = (lines: LineCounter, offset: number): Position => {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

const lineAt = (text: string, offset: number): string =>
  text.slice(text.lastIndexOf('\n', offset - 1) + 1).split('\n', 1)[0] ?? ''

const describe = ({ code, message, pos: [offset] }: YAMLError, text: string): string => {
  const line = lineAt(text, offset)
  if (isChartTemplate(line)) return chartTemplate(line)
  if (code === 'BAD_INDENT' && /^\s*\t/.test(line)) return `${yamlErrors.TAB_AS_INDENT}.`
  return toSentence(yamlErrors[code] ?? message)
}

/** The parser compares each key of a map with each other, which takes minutes for a map of some thousand keys. */
const findTwin = (document: Composed, toStart: (offset: number) => Position) => {
  let found: { readonly offset: number; readonly reason: string } | undefined
  visit(document, {
    Map: (_key, { items }) => {
      const offsets = new Map<string, number>()
      for (const { key } of items) {
        if (!isScalar(key) || isMerge(key) || key.range == null) continue
        const first = offsets.get(keyText(key))
        if (first === undefined) {
          offsets.set(keyText(key), key.range[0])
          continue
        }
        found = { offset: key.range[0], reason: `${duplicateKey(keyText(key), toStart(first).line)}.` }
        return visit.BREAK
      }
      return undefined
    },
  })
  return found
}

const isMerge = ({ value }: Scalar): boolean => typeof value === 'symbol'
const keyText = ({ value, source, type }: Scalar): string =>
  typeof value !== 'string' && type === Scalar.PLAIN && source !== undefined ? source : String(value)

/** `password: *hunter2` is a secret that lacks its quotes, not the name of an anchor. */
const isSecretAlias = ({ source }: Alias, keys: DocumentPath, text: string): boolean =>
  !text.includes(`&${source}`) && !mayQuote(keys, undefined)

/** The offset of the first alias without an anchor before it. */
const findAlias = (document: Composed, isFound: (alias: Alias, keys: DocumentPath) => boolean): number | undefined => {
  let found: number | undefined
  visit(document, {
    Alias: (_position, node, ancestors) => {
      if (node.resolve(document) !== undefined || !isFound(node, listKeys(ancestors))) return undefined
      found = node.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return found
}

const findBadMerge = (document: Composed): number | undefined => {
  let found: number | undefined
  const isMergeable = (node: unknown): boolean => {
    const target = isAlias(node) ? node.resolve(document) : node
    return isMap(target) || (isSeq(target) && target.items.every(isMergeable))
  }
  visit(document, {
    Pair: (_position, { key, value }) => {
      if (!isScalar(key) || !isMerge(key) || isMergeable(value)) return undefined
      found = key.range?.[0]
      return visit.BREAK
    },
  })
  return found
}

/** Parsers ignore a tag that they do not know, and take the text after it for the value. */
const findUnknownTag = (document: Composed) => {
  let found: { readonly offset: number; readonly name: string } | undefined
  visit(document, {
    Node: (_position, node) => {
      if (isAlias(node) || node.tag?.startsWith('!') !== true || node.range == null) return undefined
      found = { offset: node.range[0], name: node.tag }
      return visit.BREAK
    },
  })
  return found
}

const startOfLine = (text: string, offset: number): string => text.slice(offset, offset + 200).split('\n', 1)[0] ?? ''

const findCollectionKey = (document: Composed, text: string) => {
  let found: { readonly offset: number; readonly reason: string } | undefined
  visit(document, {
    Pair: (_position, { key }, ancestors) => {
      if (!isCollection(key) || key.range == null) return undefined
      const path = listKeys(ancestors)
      const map = ancestors.at(-1)
      const start = isMap(map) && map.range != null ? map.range[0] : key.range[0]
      const place = path.length === 0 ? '' : `${formatPath(path)}: `
      if (startOfLine(text, key.range[0]).startsWith('{{'))
        found = { offset: key.range[0], reason: `${place}a key ${unquotedTemplate(startOfLine(text, key.range[0]))}` }
      else if (startOfLine(text, start).startsWith('{{'))
        found = { offset: start, reason: `${place}${unquotedTemplate(startOfLine(text, start))}` }
      else {
        const got = isSeq(key) ? 'a list' : 'a map'
        found = { offset: key.range[0], reason: `${place}a key must be a string, got ${got}.` }
      }
      return visit.BREAK
    },
  })
  return found
}

const listKeys = (ancestors: readonly unknown[]): DocumentPath =>
  ancestors.flatMap((node, index): (string | number)[] => {
    const next = ancestors[index + 1]
    if (isSeq(node)) return [node.items.indexOf(next)]
    return isPair(node) && isScalar(node.key) ? [keyText(node.key)] : []
  })

const isPair = (node: unknown): node is Pair =>
  typeof node === 'object' && node !== null && 'key' in node && !isScalar(node)

const spell = (document: Composed, which: 'keys' | 'all'): void =>
  visit(document, {
    Scalar: (position, node) => {
      // A date of YAML 1.1, which no field of a document is.
      if (node.value instanceof Date && node.source !== undefined) node.value = node.source
      if (node.value instanceof Uint8Array)
        node.value = isUtf8(node.value) ? Buffer.from(node.value).toString() : node.source
      if (position !== 'key' && which === 'keys') return
      const isSpelled = typeof node.value === 'number' || typeof node.value === 'boolean'
      if (isSpelled && node.source !== undefined) node.value = node.source
    },
  })

const isCircular = (value: unknown, within: ReadonlySet<unknown> = new Set()): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (within.has(value)) return true
  const deeper = new Set(within).add(value)
  return Object.values(value).some((part) => isCircular(part, deeper))
}

export const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
