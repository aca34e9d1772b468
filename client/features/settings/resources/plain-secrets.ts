/** Secrets that their own letters give away, whatever field they stand in. */
const shapes = [
  ['an AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,})/],
  ['a GitLab token', /\bglpat-[\w-]{20,}/],
  ['a Slack token', /\bxox[abprs]-[\w-]{10,}/],
  ['a Google API key', /\bAIza[\w-]{35}/],
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
] as const

/** What stands in a field of such a name is sealed when it is saved. */
const sealedName = /password|passwd|secret|token|api[-_]?key|accesskey|private[-_]?key|authorization|credential/i

interface PlainSecret {
  /** `http.0.body`. */
  readonly path: string
  readonly looksLike: string
}

/** Values of a spec that look like secrets and stand in fields that everybody who reads the spec sees as they are. */
export const plainSecretsIn = (value: unknown, path: readonly string[] = [], named = ''): readonly PlainSecret[] => {
  if (typeof value === 'string') {
    const shape = sealedName.test(named) ? undefined : shapes.find(([, pattern]) => pattern.test(value))
    return shape === undefined ? [] : [{ path: path.join('.'), looksLike: shape[0] }]
  }
  if (typeof value !== 'object' || value === null) return []
  const own = 'name' in value && typeof value.name === 'string' ? value.name : ''
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    // A header or variable is called by the name beside its value.
    plainSecretsIn(
      part,
      [...path, key],
      key === 'value' ? `${named} ${own}` : `${sealedName.test(named) ? named : ''} ${key}`,
    ),
  )
}
