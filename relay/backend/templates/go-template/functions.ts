import { builtinFunctions } from './builtin-functions.ts'
import { conversionFunctions } from './conversion-functions.ts'
import { dataFunctions } from './data-functions.ts'
import { libraryFunctions } from './library-functions.ts'
import type { TemplateFunction } from './values.ts'

export const templateFunctions: ReadonlyMap<string, TemplateFunction> = new Map([
  ...builtinFunctions,
  ...libraryFunctions,
  ...dataFunctions,
  ...conversionFunctions,
])
