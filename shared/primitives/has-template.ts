/** Go templates have `{{ }}` or `$( )`, or other delimiters that a `gotemplate:` line names. */
export const hasTemplate = (text: string): boolean => /\{\{|\$\(|gotemplate:/.test(text)

/** In topologies `${.component.name}` is the same as `{{.component.name}}`; a shell's `${HOME}` has no dot. */
export const hasFieldTemplate = (text: string): boolean => /\$\{\s*\./.test(text)

export const toUsualTemplate = (text: string): string => text.replaceAll(/\$\{(\s*\.[^{}]*)\}/g, '{{$1}}')
