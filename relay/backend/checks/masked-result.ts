import type { CheckResult } from '#relay/backend/checks/check-type.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'

export const maskedResult = (mask: Mask, result: CheckResult): CheckResult => {
  const { message, messageIfTestPasses, details } = result
  return {
    ...result,
    message: mask.inText(message),
    ...(messageIfTestPasses === undefined ? {} : { messageIfTestPasses: mask.inText(messageIfTestPasses) }),
    ...(details === undefined ? {} : { details: mask.inValue(details) as Record<string, unknown> }),
  }
}
