const inline = /^\(\?([ims]+)\)/

/** A regular expression as Go writes it (`(?i)` in front, `(?P<name>…)`); throws a sentence when it is none. */
export const patternOf = (source: string, flags = ''): RegExp => {
  const given = inline.exec(source)
  const body = source.slice(given?.[0].length ?? 0).replaceAll('(?P<', '(?<')
  const all = flags + (given?.[1] ?? '')
  try {
    return new RegExp(body, `${all}u`)
  } catch {
    try {
      return new RegExp(body, all)
    } catch {
      throw new Error(`${JSON.stringify(source)} is no regular expression`)
    }
  }
}
