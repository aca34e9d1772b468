import { hourMs } from '#shared/primitives/time-units.ts'

export interface IdentitySettings {
  readonly sessionCookie: string
  readonly sessionLifeMs: number
  readonly flowLifeMs: number
  readonly privilegedForMs: number
  readonly setUpLinkLifeMs: number
  readonly invitationLifeMs: number
  /** The first administrator registers with the set-up link regardless. */
  readonly allowSignUp: boolean
  readonly signUpRole: string
  readonly issuer: string
  readonly passwordCost: PasswordCost
}

export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

export const defaultSettings: IdentitySettings = {
  sessionCookie: 'ory_kratos_session',
  sessionLifeMs: 24 * hourMs,
  flowLifeMs: hourMs,
  privilegedForMs: hourMs,
  setUpLinkLifeMs: 24 * hourMs,
  invitationLifeMs: 24 * hourMs,
  allowSignUp: false,
  signUpRole: 'viewer',
  issuer: 'Quarterdeck',
  passwordCost: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
}
