import { expect, test, vi } from 'vitest'
import { listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { findSignatureError } from '#tests/fixtures/aws-signed.ts'
import { standIns, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const services = standIns()
const key = { accessKey: 'AKIAOFTHEACCOUNT', secretKey: 'secret-key-of-the-account' }
const id = 'i-0abc'

const xml = (body: string, code = 200): StandInResponse => ({ code, headers: { 'content-type': 'text/xml' }, body })
const described = (state: string, reason = '') =>
  xml(
    `<DescribeInstancesResponse><reservationSet><item><instancesSet><item><instanceId>${id}</instanceId><instanceState><name>${state}</name></instanceState><stateReason><message>${reason}</message></stateReason></item></instancesSet></item></reservationSet></DescribeInstancesResponse>`,
  )

const start = async (respond: (action: string) => StandInResponse | undefined) => {
  const { url, requests } = await services.start((request) => {
    if (findSignatureError(request, key) !== undefined)
      return xml('<Response><Errors><Error><Code>AuthFailure</Code></Error></Errors></Response>', 401)
    const action = new URLSearchParams(request.body).get('Action') ?? ''
    const own = respond(action)
    if (own !== undefined) return own
    if (action === 'RunInstances')
      return xml(
        `<RunInstancesResponse><instancesSet><item><instanceId>${id}</instanceId></item></instancesSet></RunInstancesResponse>`,
      )
    return action === 'TerminateInstances' ? xml('<TerminateInstancesResponse/>') : undefined
  })
  const fields = (action: string) =>
    requests.map(({ body }) => new URLSearchParams(body)).filter((query) => query.get('Action') === action)
  return {
    fields,
    spec: {
      endpoint: url,
      accessKey: key.accessKey,
      secretKey: { value: key.secretKey },
      region: 'eu-west-1',
      ami: 'ami-0ff',
    },
  }
}

test('launches an instance, waits until it runs and terminates it', async () => {
  const { spec, fields } = await start((action) => (action === 'DescribeInstances' ? described('running') : undefined))
  const launched = { ...spec, instanceType: 't3.nano', securityGroup: 'sg-1', userData: '#!/bin/sh' }
  expect(await runCheckType('ec2', launched)).toMatchObject({
    pass: true,
    message: expect.stringMatching(/^i-0abc was running after /) as string,
    details: { id, state: 'running' },
  })
  expect(Object.fromEntries(fields('RunInstances')[0] ?? [])).toMatchObject({
    ImageId: 'ami-0ff',
    InstanceType: 't3.nano',
    'SecurityGroupId.1': 'sg-1',
    UserData: Buffer.from('#!/bin/sh').toString('base64'),
  })
  expect(fields('TerminateInstances').map((query) => query.get('InstanceId.1'))).toEqual([id])
})

test('terminates an instance that does not start', async () => {
  const failed = await start((action) =>
    action === 'DescribeInstances' ? described('terminated', 'no capacity') : undefined,
  )
  expect(await runCheckType('ec2', failed.spec)).toMatchObject({
    pass: false,
    message: 'The instance is terminated: no capacity.',
  })
  expect(failed.fields('TerminateInstances')).toHaveLength(1)
})

test('terminates the instance when its check was stopped, and ends at its timeout', async () => {
  const { spec, fields } = await start((action) => (action === 'DescribeInstances' ? described('pending') : undefined))
  expect(await runCheckType('ec2', spec, { timeoutMs: 1_000 })).toMatchObject({ message: 'No response within 1 s.' })
  await vi.waitFor(() => expect(fields('TerminateInstances').map((query) => query.get('InstanceId.1'))).toEqual([id]))
})

test('reports a wrong key and fields that cannot work', async () => {
  const { spec } = await start(() => undefined)
  expect(await runCheckType('ec2', { ...spec, secretKey: { value: 'wrong' } })).toMatchObject({
    pass: false,
    message: 'EC2 in eu-west-1 responded with 401: key not accepted, or the region is not enabled for the account.',
  })
  expect(await runCheckType('ec2', { ami: 'ami-0ff' })).toMatchObject({
    message: 'AWS needs credentials: set accessKey and secretKey, or select a connection.',
  })
  expect(await listSpecErrors('ec2', { keepAlive: true })).toEqual([
    'ami: required',
    'keepAlive: cannot work here: the instance is always terminated',
  ])
})
