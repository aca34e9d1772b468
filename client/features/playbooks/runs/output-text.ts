import type { ActionDetail } from '#shared/playbooks/action-row.ts'
import { plainText } from '#client/lib/text/ansi-segments.ts'

/** stdout, then stderr, as displayed: their order is not stored. Without both, the whole result. */
export const outputText = (result: ActionDetail['result']): string => {
  const streams = ['stdout', 'stderr'].flatMap((name) => {
    const text = result?.[name]
    return typeof text === 'string' && text !== '' ? [text.replace(/\n$/, '')] : []
  })
  if (streams.length > 0) return streams.join('\n').split('\n').map(plainText).join('\n')
  return result === null ? '' : JSON.stringify(result, null, 2)
}
