export const errorDetails = (error: Error): string => {
  const causes: string[] = []
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) causes.push(`Cause: ${cause.message}`)
  return [error.stack ?? String(error), ...causes].join('\n')
}
