import type { CheckResult } from '#relay/backend/checks/check-type.ts'
import { Mask } from '#relay/backend/mask.ts'

interface Redactor {
  readonly hide: (text: string) => void
  readonly redact: (result: CheckResult) => CheckResult
}

/** Blanks the secrets of one run of a check, wherever they stand in its result. */
export const redactor = (): Redactor => {
  const mask = new Mask()
  return {
    hide: (text) => mask.hide(text),
    redact: (result) => {
      if (mask.texts.size === 0) return result
      const { message, messageIfTestPasses, details } = result
      return {
        ...result,
        message: mask.inText(message),
        ...(messageIfTestPasses === undefined ? {} : { messageIfTestPasses: mask.inText(messageIfTestPasses) }),
        ...(details === undefined ? {} : { details: mask.inValue(details) as Record<string, unknown> }),
      }
    },
  }
}
