/** Sentences of failures that the production services answer with 500, and the status that says what they are. */
const patterns: readonly (readonly [RegExp, number])[] = [
  [/\bnot found\b/, 404],
  [/invalid input syntax for type uuid/, 404],
  [/^(?:missing required|unknown) parameter\(s\): /, 400],
]

/** The status that a failure means: 500 also stands for an unknown parameter, artifact or run there, whose sentence says so. */
export const meantStatus = (status: number, message: string): number =>
  status === 500 ? (patterns.find(([pattern]) => pattern.test(message))?.[1] ?? status) : status
