/** Parameters of a list that select no rows: order, pages, the opened row, its look, the time range, the search. */
const otherParameters = new Set(
  [
    'sortBy sortOrder pageIndex pageSize groupBy columns format wrap tail lanes wall',
    'id open tab job jobTab entry change insight send run line lines add',
    'from to duration timeRange rangeType display range search query pattern',
  ].flatMap((names) => names.split(' ')),
)

export const countFilters = (params: URLSearchParams): number =>
  new Set([...params.keys()].filter((key) => !otherParameters.has(key) && !key.startsWith('columns.'))).size

export const hasFilters = (params: URLSearchParams): boolean =>
  countFilters(params) > 0 || (params.get('search') ?? '') !== ''
