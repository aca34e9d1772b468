const shapes = [
  ['an AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,})/],
  ['a GitLab token', /\bglpat-[\w-]{20,}/],
  ['a Slack token', /\bxox[abprs]-[\w-]{10,}/],
  ['a Google API key', /\bAIza[\w-]{35}/],
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
] as const

/** The backend encrypts fields with such a name on save. */
const sealedName = /password|passwd|secret|token|api[-_]?key|accesskey|private[-_]?key|authorization|credential/i

interface PlainSecret {
  readonly path: string
  readonly looksLike: string
}

export const plainSecretsIn = (value: unknown, path: readonly string[] = [], named = ''): readonly PlainSecret[] => {
  if (typeof value === 'string') {
    const shape = sealedName.test(named) ? undefined : shapes.find(([, pattern]) => pattern.test(value))
    return shape === undefined ? [] : [{ path: path.join('.'), looksLike: shape[0] }]
  }
  if (typeof value !== 'object' || value === null) return []
  const own = 'name' in value && typeof value.name === 'string' ? value.name : ''
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    // A header or variable has its name in a sibling field.
    plainSecretsIn(
      part,
      [...path, key],
      key === 'value' ? `${named} ${own}` : `${sealedName.test(named) ? named : ''} ${key}`,
    ),
  )
}
