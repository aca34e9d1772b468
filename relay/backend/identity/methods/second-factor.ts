import type { FastifyReply } from 'fastify'
import { refuse } from '#relay/backend/identity/flows/flow-type.ts'
import type { LoginStep } from '#relay/backend/identity/flows/login-step.ts'
import { errorMessages } from '#relay/backend/identity/ui/messages.ts'

type StepResponse = object | FastifyReply

/** Limits attempts per account, across methods and addresses. `attempt` is not called while the account is limited. */
export const limited = async (
  step: LoginStep,
  attempt: (identityId: string) => Promise<StepResponse>,
): Promise<StepResponse> => {
  const { visitor, type, flow, session } = step
  if (session === null) return refuse(visitor, type, flow, { messages: [errorMessages.noLoginMethod] })
  const waitMs = visitor.context.limits.secondFactor.consume(session.account.id)
  if (waitMs === 0) return attempt(session.account.id)
  visitor.reply.header('retry-after', Math.ceil(waitMs / 1_000))
  return refuse(visitor, type, flow, { messages: [errorMessages.tooManyTries(waitMs)] })
}
