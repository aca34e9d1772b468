import { places } from './places.ts'

/** Fields of the results of checks, and of what scrapers and topologies evaluate. */
const moreNames =
  'results code content json headers elapsed sslAge redirects timings stdout stderr exitCode count names item items components configs value properties summary sources spec metadata changes analysis'

export const rootNames: ReadonlySet<string> = new Set([
  ...places.flatMap(({ variables }) => variables.map(({ name }) => name)),
  ...moreNames.split(' '),
])
