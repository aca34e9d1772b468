/** Texts in quotes stay as they are; names with empty parentheses after them are helpers. */
const helper = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\b(always|failure|success|getLastAction)\s*\(\s*\)/g

const meanings: Readonly<Record<string, string>> = {
  always: 'true',
  failure: 'anyActionFailed',
  success: '(!anyActionFailed)',
  getLastAction: 'lastAction',
}

/**
 * What decides whether a step is carried out: CEL in which `always()`, `failure()` and `success()` speak of the steps before
 * it. An expression that names none of them holds only while no step has failed, as does a step without one.
 */
export const toConditionExpression = (text: string | undefined): { readonly expression: string } => {
  if (text === undefined || text.trim() === '') return { expression: '!anyActionFailed' }
  let decidesItself = false
  const expression = text.replaceAll(helper, (whole: string, quoted: string | undefined, name: string) => {
    if (quoted !== undefined) return whole
    decidesItself ||= name !== 'getLastAction'
    return meanings[name] ?? whole
  })
  return { expression: decidesItself ? expression : `!anyActionFailed && (${expression})` }
}
