import { decide, type Decision, type Principal } from '#shared/access/decide.ts'
import type { Question } from '#shared/access/question.ts'

const answerNow = (principal: Principal, question: Question): Decision['answer'] =>
  decide(principal, question, { nowMs: Date.now() }).answer

/** A grant on only some objects is not sufficient. */
export const isAllowed = (principal: Principal, question: Question): boolean =>
  answerNow(principal, question) === 'allowed'

/** Not even on some objects. */
export const isDenied = (principal: Principal, question: Question): boolean =>
  answerNow(principal, question) === 'refused'
