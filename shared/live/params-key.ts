export const paramsKey = (params: object): string =>
  JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)))
