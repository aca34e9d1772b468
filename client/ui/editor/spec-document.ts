import { isMap, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'

export interface SpecDiagnostic {
  readonly from: number
  readonly to: number
  /** 1-based. */
  readonly line: number
  readonly message: string
}

export interface SpecError {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

export type CheckSpec = (value: unknown) => readonly SpecError[]

interface ReadSpec {
  readonly value: unknown
  readonly issues: readonly SpecError[]
  readonly diagnostics: readonly SpecDiagnostic[]
}

interface Place {
  readonly range: readonly [number, number]
  /** Part of the path that the document lacks. */
  readonly missing: readonly PropertyKey[]
}

const findPlace = (document: Document, path: readonly PropertyKey[]): Place => {
  for (let length = path.length; length > 0; length -= 1) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const last = path[length - 1]
    if (isMap<{ value?: unknown; range?: [number, number, number] }>(parent)) {
      const pair = parent.items.find(({ key }) => key.value === last)
      if (pair?.key.range) return { range: [pair.key.range[0], pair.key.range[1]], missing: path.slice(length) }
    }
    if (isSeq<{ range?: [number, number, number] }>(parent) && typeof last === 'number') {
      const range = parent.items[last]?.range
      if (range) return { range: [range[0], Math.min(range[1], range[0] + 1)], missing: path.slice(length) }
    }
  }
  return { range: [0, 1], missing: path }
}

const toValue = (document: Document): { readonly value: unknown } | { readonly error: string } => {
  try {
    return { value: document.toJS() }
  } catch (error) {
    return { error: toErrorMessage(error) }
  }
}

const findUnresolvedAlias = (document: Document): readonly [number, number] => {
  let found: readonly [number, number] = [0, 1]
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) !== undefined) return undefined
      found = [alias.range?.[0] ?? 0, alias.range?.[1] ?? 1]
      return visit.BREAK
    },
  })
  return found
}

export const readSpec = (text: string, check?: CheckSpec): ReadSpec => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (from: number, to: number, message: string): SpecDiagnostic => ({
    from: Math.min(from, text.length),
    to: Math.min(Math.max(to, from + 1), text.length),
    line: lines.linePos(from).line,
    message,
  })
  const [broken] = document.errors
  if (broken !== undefined)
    return { value: undefined, issues: [], diagnostics: [at(broken.pos[0], broken.pos[1], broken.message)] }
  const read = toValue(document)
  if ('error' in read)
    return { value: undefined, issues: [], diagnostics: [at(...findUnresolvedAlias(document), read.error)] }
  const { value } = read
  const issues = check?.(value ?? {}) ?? []
  const diagnostics = issues.map(({ path, message }) => {
    const { range, missing } = findPlace(document, path)
    return at(...range, missing.length === 0 ? message : `${missing.map(String).join('.')}: ${message}`)
  })
  return { value, issues, diagnostics }
}
