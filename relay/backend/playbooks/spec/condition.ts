/** Alternatives for quoted texts come first, so that helpers inside them are not replaced. */
const helper = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\b(always|failure|success|timeout|skip|getLastAction)\s*\(\s*\)/g

const meanings: Readonly<Record<string, string>> = {
  always: 'true',
  failure: 'anyActionFailed',
  success: '(!anyActionFailed)',
  timeout: 'anyActionTimedOut',
  skip: 'false',
  getLastAction: 'lastAction',
}

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
