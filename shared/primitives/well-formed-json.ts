const possiblyLone = /\\u[dD][89a-fA-F]/
// The last alternative consumes other escapes, so that `\\ud800` (a backslash and text) is not taken for one.
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\[^]/g
const loneLength = '\\ud800'.length

/** Half of a character, which JSON allows, makes `encodeURIComponent` throw: becomes U+FFFD as in a UTF-8 decoder. */
export const toWellFormedJson = (json: string): string =>
  possiblyLone.test(json)
    ? json.replaceAll(escapes, (escape) => (escape.length === loneLength ? '\\ufffd' : escape))
    : json
