import type { ErrorCode } from 'yaml'
import { yamlDepthMax } from '#relay/backend/parsing/yaml-depth.ts'

/** Sentences for errors whose text by the parser names its grammar instead of the mistake. */
export const yamlErrors: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: 'An alias needs the name of an anchor after *',
  BAD_COLLECTION_TYPE: 'The tag does not fit the value after it',
  BAD_DQ_ESCAPE: 'Unknown escape after \\ in a text in double quotes; write \\\\ for a backslash',
  BAD_INDENT: 'The line is indented less or more than the lines that it belongs to',
  BAD_SCALAR_START: 'A text that begins with @ or ` needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'A text that contains ": " needs quotes',
  BLOCK_IN_FLOW: 'A map or list in braces cannot contain indented keys',
  KEY_OVER_1024_CHARS: 'A key has at most 1,024 characters',
  MISSING_CHAR: 'A colon, comma, quote or bracket is missing',
  MULTILINE_IMPLICIT_KEY: 'A key cannot span lines; a colon or a quote is missing',
  TAB_AS_INDENT: 'A tab is used as indentation; use spaces',
  UNEXPECTED_TOKEN: 'Unexpected text; check the indentation and quotes of this line',
}

export const tooDeep = `Maps and lists are nested more than ${yamlDepthMax} levels deep.`
export const tooLargeExpanded =
  'The document is larger than 20 MB when its aliases are replaced. Write fewer aliases of large values.'
export const tooManyAliases = 'Aliases refer to each other more than 10,000 times. Write fewer aliases.'
export const missingAnchor = 'An alias refers to a missing anchor; put a text that begins with * in quotes.'
export const unknownTag = (name: string): string =>
  `The tag ${name} is not supported. Write the value itself, or put a text that begins with ! in quotes.`
export const selfReference = 'An alias refers to a value that contains the alias.'
export const duplicateKey = (key: string, firstLine: number): string =>
  `The key "${key}" occurs twice in one map, first in line ${firstLine}`

const chart =
  /\{\{-?\s*(?:\.(?:Values|Release|Chart|Capabilities|Files|Template)\b|(?:include|template|toYaml|tpl|if|range|with|end|else|define)\b|\/\*)/
const template = /\{\{.*?(?:\}\}|$)/

export const isChartTemplate = (text: string): boolean => chart.test(text)

const namedTemplate = /^\{\{-?\s*(?:include|template)\s+"[\w./-]+"/

/** Texts in a template may be secrets, such as the default of a password. */
const quoteTemplate = (text: string): string => {
  const whole = template.exec(text)?.[0] ?? text
  const name = namedTemplate.exec(whole)?.[0] ?? ''
  return name + whole.slice(name.length).replace(/["'`](?:.*["'`]|.*$)/, '"…"')
}

export const chartTemplate = (text: string): string =>
  `got the chart template ${quoteTemplate(text)}. Render the chart first (helm template).`

export const unquotedTemplate = (text: string): string =>
  isChartTemplate(text)
    ? `must be a string, ${chartTemplate(text)}`
    : `must be a string, got a map: put the template ${quoteTemplate(text)} in quotes.`
