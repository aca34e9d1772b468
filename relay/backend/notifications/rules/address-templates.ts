import { findExpressionError } from '#relay/backend/templates/template.ts'
import { findSystemMailRecipient, toSystemMailUrl } from '#relay/backend/notifications/people/system-mail.ts'

const template = /\{\{[\s\S]*?\}\}/g
const isBlock = (text: string): boolean => /^\{\{-?\s*(?:if|else|end|range|with|define|block|template)\b/.test(text)
const open = (url: string): string => findSystemMailRecipient(url) ?? url

export const listAddressTemplates = (url: string): readonly string[] => open(url).match(template) ?? []

/** An address that can be parsed, to find its service. */
export const sampleAddress = (url: string): string => url.replaceAll(template, 'x')

export const findAddressError = async (url: string): Promise<string | undefined> => {
  for (const each of listAddressTemplates(url)) {
    if (isBlock(each)) return `${each} is not a value: an address has no if, range or with.`
    const error = await findExpressionError({ language: 'template', source: each })
    if (error !== undefined) return error.message
  }
  return undefined
}

/** Security: a value never adds a recipient, nor another part of the address. */
export const fillAddress = (url: string, values: readonly string[]): string => {
  const mailed = findSystemMailRecipient(url)
  let index = 0
  const filled = (mailed ?? url).replaceAll(template, (source) => {
    const value = (values[index++] ?? '').trim()
    if (value === '') throw new Error(`The address of the recipient needs a value: ${source} is empty`)
    if (mailed === undefined) return encodeURIComponent(value)
    if (/[\s,;<>"]/.test(value)) throw new Error(`${source} is not part of one mail address`)
    return value
  })
  return mailed === undefined ? filled : toSystemMailUrl(filled)
}
