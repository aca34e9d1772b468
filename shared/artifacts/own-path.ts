const outputs = new Set(['/dev/stdout', '/dev/stderr'])

/** Of an artifact: a path in the folder of the program, or one of its outputs. */
export const isOwnPath = (path: string): boolean =>
  outputs.has(path) || (!path.startsWith('/') && !path.split('/').includes('..'))
