/** A variable of the check wins over what the run is about. */
export const requestVariables = (
  about: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> => ({ ...about, env: variables, ...variables })
