const browsers = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bUbuntu\b/, 'Ubuntu'],
  [/\bLinux\b/, 'Linux'],
] as const

const first = (known: readonly (readonly [RegExp, string])[], agent: string) =>
  known.find(([pattern]) => pattern.test(agent))?.[1]

export const deviceName = (userAgent: string | null | undefined): string => {
  if (!userAgent) return 'Unknown device'
  const names = [first(browsers, userAgent), first(systems, userAgent)].filter((name) => name !== undefined)
  return names.length === 0 ? userAgent : names.join(', ')
}
