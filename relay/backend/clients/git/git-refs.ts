/** Git protocol: each line starts with its own length as four hex digits. */
export const refsIn = (content: string): { name: string; commit: string }[] =>
  Array.from(content.matchAll(/[\da-f]{4}([\da-f]{40}) ([^\0\n]+)/g), ([, commit = '', name = '']) => ({
    name,
    commit,
  }))

/** Of `git ls-remote`. Tags have a second line for the commit that they name. */
export const listedRefs = (output: string): { name: string; commit: string }[] =>
  Array.from(output.matchAll(/^([\da-f]{40,64})\t(.+)$/gm), ([, commit = '', name = '']) => ({ name, commit }))
