/** PostgreSQL text cannot contain NUL or lone surrogates. */
export const storableText = (text: string): string => text.replaceAll(/\p{Surrogate}|\0/gu, '\uFFFD')
