import { compareText } from '#shared/primitives/compare-text.ts'
export const paramsKey = (params: object): string =>
  JSON.stringify(Object.entries(params).sort(([a], [b]) => compareText(a, b)))
