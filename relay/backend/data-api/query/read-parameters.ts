import type { Parameters } from '#relay/backend/data-api/query/parse-query.ts'

/**
 * The parameters of a raw query string, decoded, in their order. Empty ones (`?&a=1&&b=2&`) are left out; what cannot be
 * decoded stays as it is.
 */
export const readParameters = (queryString: string): Parameters => [...new URLSearchParams(queryString)]
