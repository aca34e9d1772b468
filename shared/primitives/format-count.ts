const numbers = new Intl.NumberFormat('en')
const exponents = new Intl.NumberFormat('en', { notation: 'scientific', maximumFractionDigits: 2 })

/** Above it digits are no longer exact, and hundreds of them do not fit a line. */
const mostExact = Number.MAX_SAFE_INTEGER

/** `1,234`, or with a noun `1,234 checks` and `1 check`. */
export const formatCount = (count: number, one?: string, many = `${one}s`): string => {
  const amount = (Math.abs(count) > mostExact ? exponents : numbers).format(count)
  return one === undefined ? amount : `${amount} ${count === 1 ? one : many}`
}
