import { builtinFunctions } from './builtin-functions.ts'
import { dataFunctions } from './data-functions.ts'
import { libraryFunctions } from './library-functions.ts'

export type TemplateFunction = (...values: readonly unknown[]) => unknown

export const templateFunctions: ReadonlyMap<string, TemplateFunction> = new Map([
  ...builtinFunctions,
  ...libraryFunctions,
  ...dataFunctions,
])
