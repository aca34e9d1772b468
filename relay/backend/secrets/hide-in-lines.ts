import { isSecretName, hasSecretHints, passwordsIn } from '#relay/config/passwords-in.ts'
import { Mask } from './mask.ts'

const blank = '***'

/** Security: redacts the values of secret environment variables and everything that looks like a password. */
export const hidesSecrets = (environment: Readonly<Record<string, string | undefined>>): ((line: string) => string) => {
  const mask = new Mask()
  for (const [name, value = ''] of Object.entries(environment)) {
    if (isSecretName(name)) mask.hide(value)
    for (const { start, end } of passwordsIn(value)) mask.hide(value.slice(start, end))
  }
  return (line) => {
    const masked = mask.inText(line)
    if (!hasSecretHints(masked)) return masked
    return passwordsIn(masked)
      .toReversed()
      .reduce((text, { start, end }) => `${text.slice(0, start)}${blank}${text.slice(end)}`, masked)
  }
}
