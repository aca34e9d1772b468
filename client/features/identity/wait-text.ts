const span = (seconds: number): string => {
  const [amount, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/**
 * A sentence that says how long to wait ("Too many tries. Wait 42 seconds and try again."), with what is left of it; once
 * nothing is left, that it can be tried again. A sentence without a time is left as it is.
 */
export const waitText = (text: string, leftSeconds: number): string =>
  leftSeconds === 0 ? 'You can try again now.' : text.replace(/\d+ (?:second|minute)s?/, span(leftSeconds))
