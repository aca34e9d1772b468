import { request, type ApiResponse, type RequestOptions } from './request.ts'

type Client = <T>(path: string, options: RequestOptions<T>) => Promise<ApiResponse<T>>

const clientAt =
  (prefix: string): Client =>
  (path, options) =>
    request(`${prefix}${path}`, options)

export const identityPath = '/api/.ory'

export const clients = {
  api: clientAt('/api'),
  auth: clientAt('/api/auth'),
  people: clientAt('/api/people'),
  accessControl: clientAt('/api/rbac'),
  canary: clientAt('/api/canary'),
  data: clientAt('/api/db'),
  config: clientAt('/api/config'),
  catalog: clientAt('/api/catalog'),
  playbook: clientAt('/api/playbook'),
  notification: clientAt('/api/notification'),
  connection: clientAt('/api/connection'),
  agent: clientAt('/api/agent'),
  snapshot: clientAt('/api/snapshot'),
  artifacts: clientAt('/api/artifacts'),
  performance: clientAt('/api/apm'),
  resources: clientAt('/api/resources'),
  identity: clientAt(identityPath),
} as const
