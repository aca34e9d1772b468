/** Resources that the console creates about itself, which a new console has too. */
export const consoleNamespace = 'quarterdeck'
export const sampleNamespace = 'sample'

export const isUserNamespace = (namespace: string): boolean =>
  namespace !== consoleNamespace && namespace !== sampleNamespace
