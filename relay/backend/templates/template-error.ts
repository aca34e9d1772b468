import { languageNames, type ExpressionLanguage } from './template-language.ts'

/**
 * The expression worker responds with its language and reason. `message` is a full sentence; `line` and `column` are 1-based
 * within the template, undefined when unknown.
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

export const positionAt = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
