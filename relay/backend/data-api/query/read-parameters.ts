import type { Parameters } from '#relay/backend/data-api/query/parse-query.ts'

export const readParameters = (queryString: string): Parameters => [...new URLSearchParams(queryString)]
