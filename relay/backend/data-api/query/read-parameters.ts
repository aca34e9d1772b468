import type { Parameters } from '#relay/backend/data-api/query/parse-query.ts'

/** As PostgREST splits a query: `;` separates like `&`, and a key without `=` is ignored. */
export const readParameters = (queryString: string): Parameters => {
  const parameters = queryString.split(/[&;]/).filter((parameter) => parameter.includes('='))
  return [...new URLSearchParams(parameters.join('&'))]
}
