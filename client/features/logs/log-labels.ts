export const readLabels = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').flatMap((part) => {
      const at = part.indexOf('=')
      const name = part.slice(0, at).trim()
      return at > 0 && name !== '' ? [[name, part.slice(at + 1).trim()]] : []
    }),
  )
