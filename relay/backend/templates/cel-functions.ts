import type { Environment } from '@marcbachmann/cel-js'
import { parseDuration } from './duration.ts'

/** Adds what this field's documents use beyond CEL's own functions. */
export const registerCelFunctions = (environment: Environment): Environment => {
  const numeric = {
    '+': (a: number, b: number) => a + b,
    '-': (a: number, b: number) => a - b,
    '*': (a: number, b: number) => a * b,
    '/': (a: number, b: number) => a / b,
    '%': (a: number, b: number) => a % b,
  }
  for (const [operator, apply] of Object.entries(numeric)) {
    const mixed = (a: number | bigint, b: number | bigint) => apply(Number(a), Number(b))
    environment.registerOperator(`int ${operator} double`, mixed)
    environment.registerOperator(`double ${operator} int`, mixed)
  }
  environment.registerOperator('double % double', numeric['%'])
  const seconds = environment.clone().parse('duration(text)')
  for (const name of ['Duration', 'Age']) {
    environment = environment.clone()
    environment.registerFunction(`${name}(string): google.protobuf.Duration`, (text: string) => {
      const duration = parseDuration(text)
      if (duration === undefined) throw new Error(`'${text}' is no duration such as 90s, 1h30m or 7d`)
      return seconds({ text: `${duration.ms}ms` }) as unknown
    })
  }
  return environment
}
