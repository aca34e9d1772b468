/** Text as PostgreSQL can hold it: without NUL and halves of surrogate pairs. */
export const storableText = (text: string): string => text.replaceAll(/\p{Surrogate}|\0/gu, '\uFFFD')
