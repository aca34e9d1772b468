import type { Mail } from './mailer.ts'

const footer = 'If you did not request this, you can ignore this mail: nothing changes without the code.'

export const recoveryMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Your recovery code for Quarterdeck',
  text: `We received a request to recover your Quarterdeck account.\n\nYour recovery code is: ${code}\n\nIt is valid for one hour. Do not share it with anyone.\n${footer}`,
})

export const verificationMail = (to: string, code: string, link: string): Mail => ({
  to,
  subject: 'Verify your email address for Quarterdeck',
  text: `Please verify that this email address is yours.\n\nYour verification code is: ${code}\n\nOr open this link:\n${link}\n\nBoth are valid for one hour. ${footer}`,
})

export const invitationMail = (to: string, code: string, link: string): Mail => ({
  to,
  subject: 'You are invited to Quarterdeck',
  text: `An account was created for you on Quarterdeck. To choose a password, open this link and enter the code.\n\n${link}\n\nYour code is: ${code}\n\nBoth are valid for one day. Do not share them with anyone.`,
})

export const passwordChangedMail = (to: string): Mail => ({
  to,
  subject: 'Your Quarterdeck password was changed',
  text: 'The password of your Quarterdeck account was changed and all other sessions were signed out.\n\nIf this was not you, recover your account at once and contact an administrator.',
})

export const addressChangedMail = (to: string): Mail => ({
  to,
  subject: 'Your Quarterdeck account has a new email address',
  text: 'Your Quarterdeck account now uses another email address. This address is no longer linked to it.\n\nIf this was not you, contact an administrator at once.',
})
