/** Go templates have `{{ }}` or `$( )`, or other delimiters that a `gotemplate:` line names. */
export const hasTemplate = (text: string): boolean => /\{\{|\$\(|gotemplate:/.test(text)
