import type { UiText } from '@ory/client'
import { formatCount } from '#shared/primitives/format-count.ts'

const text =
  (type: UiText['type']) =>
  (id: number, message: string, context?: object): UiText => ({
    id,
    text: message,
    type,
    ...(context !== undefined && { context }),
  })
const info = text('info')
const error = text('error')
const success = text('success')

const unix = (iso: string) => Math.floor(Date.parse(iso) / 1_000)
const seconds = (ms: number) => Math.ceil(ms / 1_000)
const wait = (ms: number) =>
  ms > 90_000 ? formatCount(Math.ceil(ms / 60_000), 'minute') : formatCount(seconds(ms), 'second')

/** Ids and texts are those of Kratos: clients match on the ids. */
export const labels = {
  signIn: info(1010001, 'Sign in'),
  signInWithPassword: info(1010022, 'Sign in with password'),
  useSecurityKey: info(1010008, 'Use security key'),
  useAuthenticator: info(1010009, 'Use Authenticator'),
  useRecoveryCode: info(1010010, 'Use backup recovery code'),
  verify: info(1010005, 'Verify'),
  authenticationCode: info(1010006, 'Authentication code'),
  backupCode: info(1010007, 'Backup recovery code'),
  signUp: info(1040001, 'Sign up'),
  password: info(1070001, 'Password'),
  save: info(1070003, 'Save'),
  id: info(1070004, 'ID'),
  submit: info(1070005, 'Submit'),
  verifyCode: info(1070006, 'Verify code'),
  email: info(1070007, 'Email'),
  resend: info(1070008, 'Resend code'),
  continue: info(1070009, 'Continue'),
  recoveryCode: info(1070010, 'Recovery code'),
  verificationCode: info(1070011, 'Verification code'),
  unlinkAuthenticator: info(1050004, 'Unlink TOTP Authenticator App'),
  authenticatorPicture: info(1050005, 'Authenticator app QR code'),
  authenticatorSecret: info(1050017, 'This is your authenticator app secret. Use it if you can not scan the QR code.'),
  revealCodes: info(1050007, 'Reveal backup recovery codes'),
  regenerateCodes: info(1050008, 'Generate new backup recovery codes'),
  codes: info(1050010, 'These are your back up recovery codes. Please keep them in a safe place!'),
  confirmCodes: info(1050011, 'Confirm backup recovery codes'),
  disableCodes: info(1050016, 'Disable this method'),
  addSecurityKey: info(1050012, 'Add security key'),
  securityKeyName: info(1050013, 'Name of the security key'),
  trait: (title: string, name: string) => info(1070002, title, { title, name }),
  removeSecurityKey: (name: string, addedAt: string) =>
    info(1050018, `Remove security key "${name}"`, {
      display_name: name,
      added_at: addedAt,
      added_at_unix: unix(addedAt),
    }),
  authenticatorSecretText: (secret: string) => info(1050006, secret, { secret }),
  code: (secret: string) => info(1050009, secret, { secret }),
  usedCode: (usedAt: string) => info(1050014, 'used', { used_at: usedAt, used_at_unix: unix(usedAt) }),
  codeList: (codes: readonly UiText[]) => info(1050015, codes.map(({ text }) => text).join(', '), { secrets: codes }),
} as const

export const notices = {
  confirmItIsYou: info(1010003, 'Please confirm this action by verifying that it is you.'),
  secondFactor: info(1010004, 'Please complete the second authentication challenge.'),
  saved: success(1050001, 'Your changes have been saved!'),
  recovered: (privilegedUntil: string) =>
    success(
      1060001,
      'You successfully recovered your account. Please change your password or set up an alternative login method within the time given.',
      { privileged_session_expires_at: privilegedUntil, privileged_session_expires_at_unix_ts: unix(privilegedUntil) },
    ),
  recoverySent: info(
    1060003,
    'An email containing a recovery code has been sent to the email address you provided. If you have not received an email, check the spelling of the address and make sure to use the address you registered with.',
  ),
  verificationSent: info(
    1080003,
    'An email containing a verification code has been sent to the email address you provided. If you have not received an email, check the spelling of the address and make sure to use the address you registered with.',
  ),
  verified: success(1080002, 'You successfully verified your email address.'),
} as const

export const errorMessages = {
  tooManyTries: (waitMs: number) => {
    const reason = `Too many attempts. Wait ${wait(waitMs)} and try again.`
    return error(4000001, reason, { reason, retry_after_seconds: seconds(waitMs) })
  },
  generic: (reason: string) => error(4000001, reason, { reason }),
  required: (property: string) => error(4000002, `Property ${property} is missing.`, { property }),
  passwordPolicy: (reason: string) => error(4000005, `The password can not be used because ${reason}.`, { reason }),
  credentials: error(
    4000006,
    'The provided credentials are invalid, check for spelling mistakes in your password or username, email address, or phone number.',
  ),
  duplicate: error(4000007, 'An account with the same identifier (email, phone, username, ...) exists already.'),
  authenticatorCode: error(4000008, 'The provided authentication code is invalid, please try again.'),
  noAuthenticator: error(4000011, 'You have no TOTP device set up.'),
  usedRecoveryCode: error(4000012, 'This backup recovery code has already been used.'),
  noSecurityKey: error(4000013, 'You have no WebAuthn device set up.'),
  noRecoveryCodes: error(4000014, 'You have no backup recovery codes set up.'),
  recoveryCode: error(4000016, 'The backup recovery code is not valid.'),
  similarPassword: error(4000031, 'The password can not be used because it is too similar to the identifier.'),
  shortPassword: (least: number, length: number) =>
    error(4000032, `The password must be at least ${least} characters long, but got ${length}.`, {
      min_length: least,
      actual_length: length,
    }),
  longPassword: (most: number, length: number) =>
    error(4000033, `The password must be at most ${most} characters long, but got ${length}.`, {
      max_length: most,
      actual_length: length,
    }),
  commonPassword: error(4000034, 'The password has been found in data breaches and must no longer be used.'),
  samePassword: error(4000039, 'The new password must be different from the old password.'),
  email: (value: string) => error(4000040, `${JSON.stringify(value)} is not a valid email address.`, { value }),
  securityKey: error(4000043, 'The security key could not be checked, please try again.'),
  loginExpired: (expiredAt: string) =>
    error(4010001, 'The login flow expired, please try again.', { expired_at: expiredAt }),
  noLoginMethod: error(4010002, 'Could not find a strategy to log you in with. Did you fill out the form correctly?'),
  alreadyCompleted: error(4010007, 'The request was already completed successfully and can not be retried.'),
  disabledAccount: error(4010011, 'This account was disabled. Ask an administrator.'),
  registrationExpired: (expiredAt: string) =>
    error(4040001, 'The registration flow expired, please try again.', { expired_at: expiredAt }),
  noRegistrationMethod: error(
    4010003,
    'Could not find a strategy to sign you up with. Did you fill out the form correctly?',
  ),
  settingsExpired: (expiredAt: string) =>
    error(4050001, 'The settings flow expired, please try again.', { expired_at: expiredAt }),
  noSettingsMethod: error(
    4010004,
    'Could not find a strategy to update your settings. Did you fill out the form correctly?',
  ),
  recoveryRetry: error(4060001, 'The request was already completed or does not belong to this browser. Please retry.'),
  recoveryFailed: error(4060002, 'The recovery flow reached a failure state and must be retried.'),
  recoveryExpired: (expiredAt: string) =>
    error(4060005, 'The recovery flow expired, please try again.', { expired_at: expiredAt }),
  recoveryCodeInvalid: error(4060006, 'The recovery code is invalid or has already been used. Please try again.'),
  verificationRetry: error(
    4070002,
    'The request was already completed or does not belong to this browser. Please retry.',
  ),
  verificationExpired: (expiredAt: string) =>
    error(4070005, 'The verification flow expired, please try again.', { expired_at: expiredAt }),
  verificationCodeInvalid: error(
    4070006,
    'The verification code is invalid or has already been used. Please try again.',
  ),
  noMethods: error(5000002, 'No authentication methods are available for this request. Ask an administrator.'),
} as const
