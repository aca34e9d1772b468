const quoted = /^(?:'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*")/

/** A comment follows a tab, or ` #`. Inside quotes neither does. */
const withoutComment = (value: string): string => {
  const [text = ''] = quoted.exec(value) ?? []
  if (text !== '' && /^(?:\s|$)/.test(value.slice(text.length))) return text
  return value.replace(/(?:\t| #).*$/s, '').trimEnd()
}

/** A backslash before other characters is part of a Windows path or of a pattern. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([:=#!\\ ]))/g, (_, code: string | undefined, literal: string) =>
    code === undefined ? literal : String.fromCharCode(Number.parseInt(code, 16)),
  )

export const parseProperties = (text: string): Record<string, string> => {
  const properties: [string, string][] = []
  for (const line of text.replaceAll(/\\\r?\n[ \t]*/g, '').split(/\r?\n/)) {
    const [, key, value = ''] = /^\s*((?:\\.|[^#!;\s:=[\\])(?:\\.|[^\s:=\\])*)\s*[:=\s]?\s*(.*)$/.exec(line) ?? []
    if (key !== undefined) properties.push([unescaped(key), unescaped(withoutComment(value.trim()))])
  }
  return Object.fromEntries(properties)
}
