import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'

export const maskedDetails = (mask: Mask, details: CheckResult['details']): CheckResult['details'] =>
  details === undefined
    ? undefined
    : Object.fromEntries(Object.entries(details).map(([name, value]): [string, unknown] => [name, mask.inValue(value)]))

export const maskedResult = (mask: Mask, result: CheckResult): CheckResult => {
  const { message, messageIfTestPasses, messageIfTransformed, details } = result
  return {
    ...result,
    message: mask.inText(message),
    ...(messageIfTestPasses !== undefined && { messageIfTestPasses: mask.inText(messageIfTestPasses) }),
    ...(messageIfTransformed !== undefined && { messageIfTransformed: mask.inText(messageIfTransformed) }),
    ...(details !== undefined && { details: maskedDetails(mask, details) ?? {} }),
  }
}
