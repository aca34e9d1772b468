import {
  autocompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { EditorState, Extension } from '@codemirror/state'
import { hoverTooltip, type EditorView } from '@codemirror/view'
import { parseDocument } from 'yaml'
import { isMap } from '#shared/primitives/is-map.ts'
import { valueAt } from '#shared/primitives/value-at.ts'
import { fieldsAt, schemasAt, valuesAt, type JsonSchema, type SchemaField } from './schema-fields.ts'
import { findYamlPosition } from './yaml-position.ts'

/** Longer documents are not parsed for each completion. */
const parsedMax = 30_000

/** As far as it parses; the parser continues after errors. */
const readValue = (state: EditorState): unknown => {
  if (state.doc.length > parsedMax) return undefined
  try {
    return parseDocument(state.doc.toString(), { logLevel: 'silent' }).toJS()
  } catch {
    return undefined
  }
}

const paragraph = (className: string, text: string): HTMLElement => {
  const element = document.createElement('p')
  element.className = className
  element.textContent = text
  return element
}

const renderField = ({ name, title, about, type, values, fallback, range, isRequired }: SchemaField): HTMLElement => {
  const dom = document.createElement('div')
  dom.className = 'code-editor-help'
  const facts = [
    values.length === 0 ? type : `One of ${values.join(', ')}`,
    range,
    fallback === null ? null : `default ${fallback}`,
    isRequired ? 'required' : null,
  ]
  dom.append(
    paragraph('code-editor-help-name', title === '' ? name : `${name}: ${title}`),
    ...(about === '' ? [] : [paragraph('', about)]),
    paragraph('faint', facts.filter(Boolean).join(', ')),
  )
  return dom
}

const isType = (schemas: readonly JsonSchema[], wanted: string) =>
  schemas.some(({ type }) => [type ?? []].flat().includes(wanted))

/** Text after the key: the first line of a map or list on a line of its own, and then its fields. */
const toApply = (schemas: readonly JsonSchema[], name: string, column: number) => {
  const scalar = ['string', 'number', 'integer', 'boolean'].some((type) => isType(schemas, type))
  const below = `\n${' '.repeat(column + 2)}`
  const start = scalar ? ' ' : isType(schemas, 'array') ? `${below}- ` : isType(schemas, 'object') ? below : ' '
  return (view: EditorView, _completion: Completion, from: number, to: number) => {
    const insert = `${name}:${start}`
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.complete',
    })
    startCompletion(view)
  }
}

const complete =
  (schema: JsonSchema) =>
  (context: CompletionContext): CompletionResult | null => {
    const { path, isValue, word, column } = findYamlPosition(context.state.sliceDoc(0, context.pos))
    const lineText = context.state.doc.lineAt(context.pos).text
    if (word === '' && !context.explicit && lineText.trim() !== '' && !/[-:]\s+$/.test(lineText)) return null
    const value = readValue(context.state)
    const from = context.pos - word.length
    if (isValue) {
      const fallback = fieldsAt(schema, path.slice(0, -1), value).find(({ name }) => name === path.at(-1))?.fallback
      const options = valuesAt(schema, path, value).map((label) => ({
        label,
        type: 'enum',
        detail: label === fallback ? 'default' : '',
      }))
      return options.length === 0 ? null : { from, options, validFor: /^[\w.$-]*$/ }
    }
    const present = valueAt(value, path)
    const fields = fieldsAt(schema, path, value).filter(
      ({ name }) => name === word || !isMap(present) || !Object.hasOwn(present, name),
    )
    const options = fields.map((field) => ({
      label: field.name,
      detail: field.type,
      info: () => renderField(field),
      boost: field.isRequired ? 1 : 0,
      apply: toApply(schemasAt(schema, [...path, field.name], value), field.name, column),
    }))
    return options.length === 0 ? null : { from, options, validFor: /^[\w.$-]*$/ }
  }

const help = (schema: JsonSchema) =>
  hoverTooltip((view, pos) => {
    const { from, text } = view.state.doc.lineAt(pos)
    const [before = '', key] = /^(\s*(?:-\s+)*)("?[\w.$-]+"?)\s*:(?=\s|$)/.exec(text)?.slice(1) ?? []
    const start = from + before.length
    if (key === undefined || pos < start || pos > start + key.length) return null
    const { path } = findYamlPosition(view.state.sliceDoc(0, start + key.length))
    const name = key.replaceAll('"', '')
    const field = fieldsAt(schema, path, readValue(view.state)).find((each) => each.name === name)
    return field === undefined
      ? null
      : { pos: start, end: start + key.length, create: () => ({ dom: renderField(field) }) }
  })

export const assist = (schema: JsonSchema): Extension => [
  autocompletion({ override: [complete(schema)], icons: false }),
  help(schema),
]
