import { builtinFunctions } from './builtin-functions.ts'
import { conversionFunctions } from './conversion-functions.ts'
import { dataFunctions } from './data-functions.ts'
import { libraryFunctions } from './library-functions.ts'
import { sprigFunctions } from './sprig-functions.ts'
import type { TemplateFunction } from './values.ts'

const all: ReadonlyMap<string, TemplateFunction> = new Map([
  ...builtinFunctions,
  ...libraryFunctions,
  ...dataFunctions,
  ...conversionFunctions,
  ...sprigFunctions,
])

/** Every function here ends the template on an error, as those of sprig do whose name begins with `must`. */
const strictNames =
  'append chunk compact date dateModify first fromJson has initial last prepend regexFind regexFindAll regexMatch regexReplaceAll regexReplaceAllLiteral regexSplit rest reverse slice toDate toJson toPrettyJson toRawJson uniq without'

const strict = strictNames.split(' ').flatMap((name): (readonly [string, TemplateFunction])[] => {
  const call = all.get(name)
  return call === undefined ? [] : [[`must${name.charAt(0).toUpperCase()}${name.slice(1)}`, call]]
})

export const templateFunctions: ReadonlyMap<string, TemplateFunction> = new Map([...all, ...strict])
