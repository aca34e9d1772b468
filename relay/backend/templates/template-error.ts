import { languageNames, type ExpressionLanguage } from './template-language.ts'

/**
 * What is wrong with a template, while it is read or while it runs. `message` is a whole sentence; `line` and `column`
 * count from 1 within the template's own text, and are undefined where the language cannot tell.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  readonly language: ExpressionLanguage
  readonly reason: string
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(language: ExpressionLanguage, reason: string, position?: { line: number; column: number }) {
    const where = position === undefined ? '' : `, line ${position.line}, column ${position.column}`
    super(`${languageNames[language]}${where}: ${reason}`)
    this.language = language
    this.reason = reason
    this.line = position?.line
    this.column = position?.column
  }
}

/** Where an offset lies in a text, both counted from 1. */
export const positionAt = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
