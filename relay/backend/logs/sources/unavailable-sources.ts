const needs: Readonly<Record<string, string>> = {
  cloudWatch: 'a client for AWS accounts',
  cloudwatch: 'a client for AWS accounts',
  gcpCloudLogging: 'a client for Google Cloud projects',
  bigQuery: 'a client for Google Cloud projects',
  azureLogAnalytics: 'a client for Azure subscriptions',
}

export const describeUnavailableSource = (key: string): string | undefined => {
  const need = Object.hasOwn(needs, key) ? needs[key] : undefined
  return need && `${key} cannot be read on this installation: it needs ${need}.`
}
