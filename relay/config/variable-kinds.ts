import { z } from 'zod'

export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

/** Separated by spaces or commas. */
export const list = z.string().transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
