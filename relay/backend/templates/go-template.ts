import { execute } from './go-template/evaluate.ts'
import { templateFunctions } from './go-template/functions.ts'
import { parse } from './go-template/parse.ts'
import type { Evaluation } from './template-language.ts'

const names = new Set(templateFunctions.keys())

/**
 * A Go template, with `{{…}}` and `$(…)` as delimiters alike, or those that a `gotemplate: left-delim=… right-delim=…`
 * comment chooses. Always answers text.
 */
export const compileGoTemplate = (source: string): Evaluation => {
  const program = parse(source, names)
  return (environment) => execute(program, source, environment, templateFunctions)
}
