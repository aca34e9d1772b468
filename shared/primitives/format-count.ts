const numbers = new Intl.NumberFormat('en')

/** `1,234`, or with a noun `1,234 checks` and `1 check`. */
export const formatCount = (count: number, one?: string, many = `${one}s`): string => {
  const amount = numbers.format(count)
  return one === undefined ? amount : `${amount} ${count === 1 ? one : many}`
}
