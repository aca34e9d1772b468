/** What an installation may decide about signing in. Production takes the defaults, but for what its configuration says. */
export interface IdentitySettings {
  /** Names the cookie that carries the session. */
  readonly sessionCookie: string
  readonly sessionLifeMs: number
  readonly flowLifeMs: number
  /** For how long after a proof of who one is the security settings may be changed. */
  readonly privilegedForMs: number
  readonly setUpLinkLifeMs: number
  /** An invitation is a recovery flow that waits longer for its person. */
  readonly invitationLifeMs: number
  /** Whether anybody may register. The first administrator registers by the set-up link in any case. */
  readonly allowSignUp: boolean
  /** The role of those who registered by themselves. */
  readonly signUpRole: string
  /** The name that authenticator apps and security keys show. */
  readonly issuer: string
  /** Memory in KiB, passes and lanes of argon2id. */
  readonly passwordCost: PasswordCost
}

export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

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
