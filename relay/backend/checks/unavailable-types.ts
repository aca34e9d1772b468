/** What a kind of check needs that documents may hold and that one machine without a cluster, an agent or an account cannot run. */
const reasons: Readonly<Record<string, string>> = {
  awsConfig: 'it needs an AWS account',
  awsConfigRule: 'it needs an AWS account',
  azureDevops: 'it needs an Azure DevOps organisation',
  catalog: 'it needs scraped configuration items',
  cloudwatch: 'it needs an AWS account',
  configDB: 'it needs scraped configuration items',
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
  kubernetes: 'it needs a Kubernetes cluster',
  kubernetesResource: 'it needs a Kubernetes cluster',
  mssql: 'it needs a driver for SQL Server, which is not part of this console',
  namespace: 'it needs a Kubernetes cluster',
  pod: 'it needs a Kubernetes cluster',
  pubsub: 'it needs the account of a message service',
  restic: 'it needs the restic program and its repository',
  s3: 'it needs an S3 account',
  webhook: 'its results come from outside, and nothing here receives them yet',
}

/** Why checks of a kind cannot run here, each a sentence. */
export const unavailableTypes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).map(([key, reason]) => [
    key,
    `Checks of kind '${key}' cannot run on this installation: ${reason}.`,
  ]),
)
