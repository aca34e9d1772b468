const reasons: Readonly<Record<string, string>> = {
  awsConfig: 'it needs an AWS account',
  awsConfigRule: 'it needs an AWS account',
  azureDevops: 'it needs an Azure DevOps organization',
  cloudwatch: 'it needs an AWS account',
  containerd: 'it needs a containerd socket',
  containerdPull: 'it needs a containerd socket',
  containerdPush: 'it needs a containerd socket',
  databaseBackup: 'it needs a Google Cloud account',
  docker: 'it needs a Docker engine',
  dockerPull: 'it needs a Docker engine',
  dockerPush: 'it needs a Docker engine',
  dynatrace: 'it needs a Dynatrace account',
  ec2: 'it needs an AWS account',
  github: 'it runs SQL over GitHub with a program that is not part of this console',
  helm: 'it needs a Helm chart registry and its program',
  jmeter: 'it needs a JMeter installation',
  junit: 'it needs a Kubernetes cluster to run a test pod in',
  kubernetesResource: 'it needs a Kubernetes cluster',
  mssql: 'it needs a driver for SQL Server, which is not part of this console',
  namespace: 'it needs a Kubernetes cluster',
  pod: 'it needs a Kubernetes cluster',
  pubsub: 'it needs an account of a messaging service',
  restic: 'it needs the restic program and its repository',
  s3: 'it needs an S3 account',
  webhook: 'its results are pushed from outside, which is not supported yet',
}

export const unavailableTypes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).map(([key, reason]) => [
    key,
    `Check type '${key}' cannot run on this installation: ${reason}.`,
  ]),
)
