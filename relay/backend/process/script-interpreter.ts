interface Interpreter {
  readonly command: string
  readonly args: readonly string[]
}

const interpreters: Readonly<Record<string, Interpreter>> = {
  sh: { command: 'sh', args: ['-c'] },
  /** Without `--norc` bash reads the user's settings when its input is a socket. */
  bash: { command: 'bash', args: ['--norc', '-c'] },
  pwsh: { command: 'pwsh', args: ['-NoProfile', '-NonInteractive', '-Command'] },
  powershell: { command: 'pwsh', args: ['-NoProfile', '-NonInteractive', '-Command'] },
  python: { command: 'python3', args: ['-c'] },
  python3: { command: 'python3', args: ['-c'] },
  node: { command: 'node', args: ['-e'] },
  bun: { command: 'bun', args: ['-e'] },
}

const shebang = /^\s*#!\s*(?:\S*\/env\s+(?:-\S+\s+)*)?(\S+)[^\n]*\n?/

export const parseInterpreter = (source: string): { readonly name: string; readonly body: string } => {
  const script = source.replaceAll('\r\n', '\n')
  const match = shebang.exec(script)
  const path = match?.[1]
  if (match === null || path === undefined) return { name: 'bash', body: script }
  return { name: path.split('/').at(-1) ?? path, body: script.slice(match[0].length) }
}

export const scriptCommand = (
  script: string,
): { readonly command: string; readonly args: readonly string[] } | { readonly error: string } => {
  const { name, body } = parseInterpreter(script)
  const interpreter = Object.hasOwn(interpreters, name) ? interpreters[name] : undefined
  return interpreter === undefined
    ? { error: `Scripts for '${name}' are not supported. Supported: ${Object.keys(interpreters).join(', ')}.` }
    : { command: interpreter.command, args: [...interpreter.args, body] }
}

export const missingProgram = (command: string): string => `${command} is not installed on this machine.`
