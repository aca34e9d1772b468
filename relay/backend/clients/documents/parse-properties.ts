const quoted = /^(?:'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*")/

/** A comment follows a tab, or ` #`. Inside quotes neither does. */
const withoutComment = (value: string): string => {
  const [text = ''] = quoted.exec(value) ?? []
  if (text !== '' && /^(?:\s|$)/.test(value.slice(text.length))) return text
  return value.replace(/(?:\t| #).*$/s, '').trimEnd()
}

export const parseProperties = (text: string): Record<string, string> => {
  const properties: [string, string][] = []
  for (const line of text.replaceAll(/\\\r?\n[ \t]*/g, '').split(/\r?\n/)) {
    const [, key, value = ''] = /^\s*([^#!;\s:=[][^\s:=]*)\s*[:=\s]?\s*(.*)$/.exec(line) ?? []
    if (key !== undefined) properties.push([key, withoutComment(value.trim())])
  }
  return Object.fromEntries(properties)
}
