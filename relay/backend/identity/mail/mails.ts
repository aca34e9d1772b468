import type { Mail } from './mailer.ts'

const footer = 'If you did not ask for this, you can ignore it: nothing changes without the code.'

export const recoveryMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Your recovery code for Quarterdeck',
  text: `Somebody, most likely you, wants to recover your Quarterdeck account.\n\nYour recovery code is: ${code}\n\nIt is good for one hour. Do not give it to anybody.\n${footer}`,
})

export const verificationMail = (to: string, code: string, link: string): Mail => ({
  to,
  subject: 'Verify your email address for Quarterdeck',
  text: `Please verify that this email address is yours.\n\nYour verification code is: ${code}\n\nOr open this link:\n${link}\n\nBoth are good for one hour. ${footer}`,
})

export const invitationMail = (to: string, code: string, link: string): Mail => ({
  to,
  subject: 'You are invited to Quarterdeck',
  text: `You were given an account on Quarterdeck. To choose a password, open this link and enter the code.\n\n${link}\n\nYour code is: ${code}\n\nBoth are good for one day. Do not give them to anybody.`,
})

export const passwordChangedMail = (to: string): Mail => ({
  to,
  subject: 'Your Quarterdeck password was changed',
  text: 'The password of your Quarterdeck account was just changed, and other sessions were ended.\n\nIf that was not you, recover your account at once and tell an administrator.',
})

export const addressChangedMail = (to: string): Mail => ({
  to,
  subject: 'Your Quarterdeck account has a new email address',
  text: 'Your Quarterdeck account now signs in with another email address; this one no longer belongs to it.\n\nIf that was not you, tell an administrator at once.',
})
