/** Git protocol: each line starts with its own length as four hex digits. */
export const refsIn = (content: string): { name: string; commit: string }[] =>
  Array.from(content.matchAll(/[\da-f]{4}([\da-f]{40}) ([^\0\n]+)/g), ([, commit = '', name = '']) => ({
    name,
    commit,
  }))
