const version = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/

interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
  readonly prerelease: string
  readonly metadata: string
  readonly original: string
}

export const parseVersion = (text: string): Version => {
  const match = version.exec(text.trim())
  if (match === null) throw new Error(`${JSON.stringify(text)} is not a version such as 1.2.3`)
  const [original, major, minor = '0', patch = '0', prerelease = '', metadata = ''] = match
  return {
    major: Number(major),
    minor: Number(minor),
    patch: Number(patch),
    prerelease,
    metadata,
    original,
  }
}

const comparePrereleases = (one: string, other: string): number => {
  if (one === other) return 0
  if (one === '' || other === '') return one === '' ? 1 : -1
  const [left, right] = [one.split('.'), other.split('.')]
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [a, b] = [left[index], right[index]]
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1
    if (a === b) continue
    const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)]
    if (isNumber && isOtherNumber) return Math.sign(Number(a) - Number(b))
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
    return a < b ? -1 : 1
  }
  return 0
}

export const compareVersions = (one: string, other: string): number => {
  const [a, b] = [parseVersion(one), parseVersion(other)]
  return (
    Math.sign(a.major - b.major) ||
    Math.sign(a.minor - b.minor) ||
    Math.sign(a.patch - b.patch) ||
    comparePrereleases(a.prerelease, b.prerelease)
  )
}

/** As Masterminds reads them: `>1` begins after all of 1, and only constraints with a prerelease meet prereleases. */
const bounds = (operator: string, text: string): ((candidate: string) => boolean) => {
  if (/^[*xX]?$/.test(text)) return (candidate) => parseVersion(candidate).prerelease === ''
  const plain = text.replaceAll(/\.[xX*]/g, '')
  const parts = plain.replace(/^v/, '').split(/[-+]/)[0]?.split('.').length ?? 1
  const { major, minor, patch, prerelease } = parseVersion(plain)
  const accepts = (candidate: string): boolean => prerelease !== '' || parseVersion(candidate).prerelease === ''
  const isBelow = (limit: string, candidate: string): boolean => compareVersions(candidate, `${limit}-0`) < 0
  const below = (limit: string) => (candidate: string) =>
    accepts(candidate) && compareVersions(candidate, plain) >= 0 && isBelow(limit, candidate)
  const nextMajor = `${major + 1}.0.0`
  const nextMinor = `${major}.${minor + 1}.0`
  const next = parts === 1 ? nextMajor : parts === 2 ? nextMinor : undefined
  /** The sign of a version within `1` or `1.2` is that of the whole range. */
  const compare = (candidate: string): number =>
    next !== undefined && compareVersions(candidate, plain) > 0 && isBelow(next, candidate)
      ? 0
      : compareVersions(candidate, plain)
  const order = (test: (sign: number) => boolean) => (candidate: string) =>
    accepts(candidate) && test(compare(candidate))
  switch (operator) {
    case '>':
      return order((sign) => sign > 0)
    case '>=':
      return order((sign) => sign >= 0)
    case '<':
      return order((sign) => sign < 0)
    case '<=':
      return order((sign) => sign <= 0)
    case '!=':
      return order((sign) => sign !== 0)
    case '~':
      return below(parts === 1 ? nextMajor : nextMinor)
    case '^':
      return below(major > 0 || parts === 1 ? nextMajor : minor > 0 || parts === 2 ? nextMinor : `0.0.${patch + 1}`)
    default:
      return order((sign) => sign === 0)
  }
}

/** Constraints such as `^1.2`, `~1.2.3`, `>=1.0, <2.0`, `1.2 - 1.4` and `1.x || 3.x`. */
export const versionMatches = (constraint: string, candidate: string): boolean =>
  constraint
    .replaceAll(/([^\s,|]+)\s+-\s+([^\s,|]+)/g, '>=$1 <=$2')
    .split('||')
    .some((all) =>
      Array.from(all.matchAll(/(>=|<=|!=|>|<|=|~|\^)?\s*([^\s,<>=!~^]+)/g)).every(([, operator = '=', text = '']) =>
        bounds(operator, text)(candidate),
      ),
    )
