const reasons: Readonly<Record<string, string>> = {
  containerd: 'it needs a containerd socket',
  containerdPull: 'it needs a containerd socket',
  containerdPush: 'it needs a containerd socket',
  docker: 'it needs a Docker engine',
  dockerPull: 'it needs a Docker engine',
  dockerPush: 'it needs a Docker engine',
  ec2: 'it needs an AWS account',
  mssql: 'it needs a driver for SQL Server: run sqlcmd in an exec check',
  pubsub: 'it needs an account of a messaging service',
}

export const unavailableTypes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).map(([key, reason]) => [
    key,
    `Check type '${key}' cannot run on this installation: ${reason}.`,
  ]),
)
