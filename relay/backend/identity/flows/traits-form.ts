import type { UiNode, UiText } from '@ory/client'
import { z } from 'zod'
import { getField, type Form } from '#relay/backend/identity/http/form.ts'
import { normaliseEmail, type Traits } from '#relay/backend/identity/store/accounts.ts'
import { labels, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { input } from '#relay/backend/identity/ui/nodes.ts'

const names = { email: 'traits.email', first: 'traits.name.first', last: 'traits.name.last' } as const
const longestName = 100
const longestEmail = 254
const emailSchema = z.email().max(longestEmail)

export const emailNode = (group: UiNode['group'], value: string): UiNode =>
  input(group, names.email, 'email', {
    value,
    required: true,
    autocomplete: 'email',
    title: labels.trait('Email', names.email),
  })

export const nameNodes = (group: UiNode['group'], name: Traits['name']): UiNode[] => [
  input(group, names.first, 'text', {
    value: name?.first ?? '',
    maxlength: longestName,
    title: labels.trait('First Name', names.first),
  }),
  input(group, names.last, 'text', {
    value: name?.last ?? '',
    maxlength: longestName,
    title: labels.trait('Last Name', names.last),
  }),
]

interface TraitsForm {
  readonly traits: Traits
  readonly fieldMessages: Readonly<Record<string, readonly UiText[]>>
  readonly values: Readonly<Record<string, string>>
}

export const readTraits = (form: Form): TraitsForm => {
  const typed = getField(form, names.email)
  const email = typed === undefined ? undefined : normaliseEmail(typed)
  const first = getField(form, names.first)?.trim()
  const last = getField(form, names.last)?.trim()
  const fieldMessages: Record<string, readonly UiText[]> = {}
  if (email === undefined || typed === undefined) fieldMessages[names.email] = [errorMessages.required('email')]
  else if (!emailSchema.safeParse(email).success) {
    fieldMessages[names.email] = [errorMessages.email(typed.slice(0, longestEmail))]
  }
  for (const [name, value] of [[names.first, first] as const, [names.last, last] as const]) {
    if ((value ?? '').length > longestName) {
      fieldMessages[name] = [errorMessages.generic(`A name can have at most ${longestName} characters.`)]
    }
  }
  return {
    traits: {
      email: email ?? '',
      name: { ...(first !== undefined && { first }), ...(last !== undefined && { last }) },
    },
    fieldMessages,
    values: {
      [names.email]: (typed ?? '').slice(0, longestEmail),
      [names.first]: (first ?? '').slice(0, longestName),
      [names.last]: (last ?? '').slice(0, longestName),
    },
  }
}
