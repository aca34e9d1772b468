/** The production services also respond 500 to these errors. */
const patterns: readonly (readonly [RegExp, number])[] = [
  [/\bnot found\b/, 404],
  [/invalid input syntax for type uuid/, 404],
  [/^(?:missing required|unknown) parameter\(s\): /, 400],
]

export const meantStatus = (status: number, message: string): number =>
  status === 500 ? (patterns.find(([pattern]) => pattern.test(message))?.[1] ?? status) : status
