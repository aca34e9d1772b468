const paths = /^\{\{-?(?:\s|\||\.[\w.]*|\b(?:if|else|end|range|with|define|include|template|toYaml|tpl)\b)*-?\}\}$/

/**
 * `/readyz` needs no sign-in. A YAML parser repeats an unquoted password that begins with ! as a tag, and a template may
 * contain one.
 */
export const toPublicReason = (reason: string): string =>
  reason
    .replaceAll(/\{\{.*?(?:\}\}|$)/gs, (template) => (paths.test(template) ? template : '{{ *** }}'))
    .replace(/(?<=^Invalid YAML: Unsupported YAML version ).*$/s, '***.')
    .replace(/^Invalid YAML: .*$/s, (text) => text.replaceAll(/(?<!!)!(?!!)\S+/g, '!***'))
