/**
 * PostgreSQL cannot store NUL and lone surrogates: a text with them differs from its stored form, so compare ids in the
 * form that this returns.
 */
export const storableText = (text: string): string => text.replaceAll(/\p{Surrogate}|\0/gu, '\ufffd')
