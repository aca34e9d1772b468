const span = (seconds: number): string => {
  const [amount, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

export const waitText = (text: string, leftSeconds: number): string =>
  leftSeconds === 0 ? 'You can try again now.' : text.replace(/\d+ (?:second|minute)s?/, span(leftSeconds))
