import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { EC2Client } from '@aws-sdk/client-ec2'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { awsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { timeLimit, unlessAborted } from '#relay/time-limit.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { awsSignIn, formatRegion, hasWholeKey, openAws, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'

const pollMs = 2_000
const ownLimitMs = 30_000

const text = z.string().min(1)
const spec = z
  .strictObject({
    ...awsSignIn,
    ami: text,
    instanceType: text.optional(),
    securityGroup: text.optional(),
    subnet: text.optional(),
    userData: text.optional(),
    canaryRef: unavailable('write a second check with dependsOn').optional(),
    timeOut: unavailable('set timeout').optional(),
    keepAlive: unavailable('the instance is always terminated').optional(),
  })
  .refine(hasWholeKey, wholeKey)
type Ec2Spec = z.infer<typeof spec>

const launch = async (client: EC2Client, checkSpec: Ec2Spec): Promise<string> => {
  const { RunInstancesCommand } = await import('@aws-sdk/client-ec2')
  const { ami, instanceType = 't3.micro', securityGroup, subnet, userData } = checkSpec
  const { Instances: instances = [] } = await client.send(
    new RunInstancesCommand({
      ImageId: ami,
      // The SDK's types list the instance types of its release, newer ones work too.
      InstanceType: instanceType as 't3.micro',
      MinCount: 1,
      MaxCount: 1,
      InstanceInitiatedShutdownBehavior: 'terminate',
      ...(securityGroup !== undefined && { SecurityGroupIds: [securityGroup] }),
      ...(subnet !== undefined && { SubnetId: subnet }),
      ...(userData !== undefined && { UserData: Buffer.from(userData).toString('base64') }),
      TagSpecifications: [{ ResourceType: 'instance', Tags: [{ Key: 'Name', Value: 'quarterdeck-check' }] }],
    }),
  )
  const id = instances[0]?.InstanceId
  if (id === undefined) throw new Error('EC2 returned no instance')
  return id
}

const waitUntilRunning = async (client: EC2Client, id: string, signal: AbortSignal): Promise<string> => {
  const { DescribeInstancesCommand } = await import('@aws-sdk/client-ec2')
  for (;;) {
    const { Reservations: found = [] } = await client.send(new DescribeInstancesCommand({ InstanceIds: [id] }))
    const instance = found[0]?.Instances?.[0]
    const state = instance?.State?.Name ?? 'pending'
    if (state !== 'pending') {
      if (state === 'running') return state
      throw new Error(
        `The instance is ${state}${instance?.StateReason?.Message ? `: ${instance.StateReason.Message}` : ''}`,
      )
    }
    await pause(pollMs, undefined, { signal })
  }
}

const connect = async (open: Awaited<ReturnType<typeof openAws>>, signal: AbortSignal): Promise<EC2Client> => {
  const { EC2Client: Client } = await import('@aws-sdk/client-ec2')
  return new Client(awsClientOptions({ ...open('EC2'), signal }))
}

/** Its own limit: an instance must not be left running because its check was stopped. */
const withOwnLimit = async <T>(
  open: Awaited<ReturnType<typeof openAws>>,
  send: (client: EC2Client) => Promise<T>,
): Promise<T> => {
  const limit = timeLimit(ownLimitMs)
  return send(await connect(open, limit.signal)).finally(() => limit.done())
}

/** Launches an instance, waits until it runs, and terminates it, also when the check was stopped. */
export const ec2 = defineCheckType<Ec2Spec>({
  key: 'ec2',
  requires: 'Needs an AWS account that may launch instances: set accessKey and secretKey, or connection.',
  timeoutMinutes: 5,
  spec,
  formatEndpoint: (checkSpec) => `EC2 in ${formatRegion(checkSpec)}`,
  run: async (checkSpec, run) => {
    const open = await openAws(checkSpec, run)
    const { TerminateInstancesCommand } = await import('@aws-sdk/client-ec2')
    const terminate = async (id: string) =>
      withOwnLimit(open, async (client) => client.send(new TerminateInstancesCommand({ InstanceIds: [id] })))
    const start = performance.now()
    const launched = withOwnLimit(open, async (client) => launch(client, checkSpec))
    try {
      const id = await unlessAborted(launched, run.signal)
      const state = await waitUntilRunning(await connect(open, run.signal), id, run.signal)
      const elapsedMs = Math.round(performance.now() - start)
      return {
        pass: true,
        message: `${id} was running after ${humanizeDuration(elapsedMs)}`,
        durationMs: elapsedMs,
        details: { id, state, elapsed: new Duration(elapsedMs) },
      }
    } finally {
      const terminated = launched.then(terminate)
      if (run.signal.aborted) terminated.catch(() => undefined)
      else await terminated
    }
  },
})
