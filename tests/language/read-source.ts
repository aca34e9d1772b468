import { parseSync, Visitor, type Expression, type Super, type VisitorObject } from 'oxc-parser'

interface Found {
  /** 1-based. */
  readonly line: number
  readonly text: string
}

export interface SourceLanguage {
  readonly comments: readonly Found[]
  /** Text for people: labels, messages, log lines, errors. Holes of templates are `{}`. */
  readonly strings: readonly Found[]
  /** First arguments of `test`, `describe` and their variants. */
  readonly titles: readonly Found[]
  readonly names: readonly (Found & { readonly isExported: boolean })[]
}

const codeAttributes = new Set(['className', 'href', 'path', 'd', 'viewBox', 'transform', 'to'])
const labelAttributes = new Set(['label', 'title', 'text', 'placeholder', 'aria-label', 'helperText', 'description'])
const directive = /^\s*(?:oxlint|@ts-|@vite|\/\s*<reference|#__PURE__|@vitest)/u
const startsAsCode =
  /^(?:select|insert|update|delete|create|alter|with|drop|from|where|and|or|order by|begin|truncate)\b/u

/** At least two words, and neither SQL, CSS nor a path. */
const isProse = (text: string): boolean =>
  /[A-Za-z][a-z'’]*[,.:;…]?\s+[^\s=<>|&]*[A-Za-z]/u.test(text) &&
  !startsAsCode.test(text.trim()) &&
  !/^(?:[-/.#:@]|http|[\w./:@#*-]+$)/u.test(text.trim()) &&
  !/[a-z-]+:[a-z0-9-]+;/u.test(text)

const isOneWord = (text: string): boolean => /[A-Za-z]{2}/u.test(text)

const testFunctions = new Set(['test', 'it', 'describe'])

/** `test` of `test.each(rows)`. */
const findRootName = (callee: Expression | Super): string => {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return findRootName(callee.object)
  return callee.type === 'CallExpression' ? findRootName(callee.callee) : ''
}

/** A comment of several `//` lines is one. */
const mergeLines = (comments: readonly (Found & { readonly isLine: boolean })[]): readonly Found[] => {
  const merged: { line: number; text: string; lastLine: number; isLine: boolean }[] = []
  for (const { line, text, isLine } of comments) {
    const last = merged.at(-1)
    if (isLine && last?.isLine === true && last.lastLine === line - 1 && !directive.test(text)) {
      last.text += ` ${text}`
      last.lastLine = line
    } else merged.push({ line, text, lastLine: line, isLine })
  }
  return merged.map(({ line, text }) => ({ line, text }))
}

/** Comments, texts for people and declared names of a TypeScript file, each in order of position. */
export const readSource = (file: string, source: string): SourceLanguage => {
  const { program, comments } = parseSync(file, source)
  const lineStarts = [0, ...[...source.matchAll(/\n/gu)].map(({ index }) => index + 1)]
  const findLine = (offset: number): number => {
    let low = 0
    let high = lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
  const strings: (Found & { offset: number })[] = []
  const titleOffsets = new Set<number>()
  const names: (Found & { isExported: boolean })[] = []
  const add = (offset: number, text: string) => {
    strings.push({ offset, line: findLine(offset), text: text.trim().replaceAll(/\s+/gu, ' ') })
  }
  const addName = (offset: number, text: string, isExported: boolean) => {
    names.push({ line: findLine(offset), text, isExported })
  }
  /** Above 0 inside imports, types, keys, code attributes and tagged templates, where a string is no text for people. */
  let codeDepth = 0
  let exportDepth = 0
  const enter = () => {
    codeDepth += 1
  }
  const leave = () => {
    codeDepth -= 1
  }
  const visitor: VisitorObject = {
    CallExpression: ({ callee, arguments: [first] }) => {
      if (first !== undefined && testFunctions.has(findRootName(callee))) titleOffsets.add(first.start)
    },
    ImportDeclaration: enter,
    'ImportDeclaration:exit': leave,
    TSLiteralType: enter,
    'TSLiteralType:exit': leave,
    TaggedTemplateExpression: enter,
    'TaggedTemplateExpression:exit': leave,
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && codeAttributes.has(name.name)) enter()
      else if (
        value?.type === 'Literal' &&
        typeof value.value === 'string' &&
        name.type === 'JSXIdentifier' &&
        labelAttributes.has(name.name) &&
        isOneWord(value.value) &&
        !isProse(value.value)
      )
        add(value.start, value.value)
    },
    'JSXAttribute:exit': ({ name }) => {
      if (name.type === 'JSXIdentifier' && codeAttributes.has(name.name)) leave()
    },
    JSXText: ({ start, value }) => {
      if (isOneWord(value)) add(start + (value.length - value.trimStart().length), value)
    },
    Literal: ({ start, value }) => {
      if (codeDepth === 0 && typeof value === 'string' && isProse(value)) add(start, value)
    },
    TemplateLiteral: ({ start, quasis }) => {
      const texts = quasis.map(({ value }) => value.raw)
      // A hole counts as a word, so that `${name} failed` is text too.
      if (codeDepth === 0 && isProse(texts.join('x')) && /[a-z]{3}/u.test(texts.join(''))) add(start, texts.join('{}'))
    },
    ExportNamedDeclaration: () => {
      exportDepth += 1
    },
    'ExportNamedDeclaration:exit': () => {
      exportDepth -= 1
    },
    VariableDeclarator: ({ id }) => {
      if (id.type === 'Identifier') addName(id.start, id.name, exportDepth > 0)
    },
    FunctionDeclaration: ({ id }) => {
      if (id !== null) addName(id.start, id.name, exportDepth > 0)
    },
    ClassDeclaration: ({ id }) => {
      if (id !== null) addName(id.start, id.name, exportDepth > 0)
    },
    TSInterfaceDeclaration: ({ id }) => {
      addName(id.start, id.name, exportDepth > 0)
    },
    TSTypeAliasDeclaration: ({ id }) => {
      addName(id.start, id.name, exportDepth > 0)
    },
    TSPropertySignature: ({ key }) => {
      if (key.type === 'Identifier') addName(key.start, key.name, false)
    },
  }
  new Visitor(visitor).visit(program)
  const inOrder = strings.toSorted((a, b) => a.offset - b.offset)
  return {
    comments: mergeLines(
      comments.map(({ start, type, value }) => ({
        line: findLine(start),
        isLine: type === 'Line',
        text: (type === 'Line' ? value : value.replaceAll(/^\s*\*+ ?/gmu, '')).trim(),
      })),
    ).filter(({ text }) => !directive.test(text)),
    strings: inOrder.filter(({ offset }) => !titleOffsets.has(offset)).map(({ line, text }) => ({ line, text })),
    titles: inOrder.filter(({ offset }) => titleOffsets.has(offset)).map(({ line, text }) => ({ line, text })),
    names,
  }
}
