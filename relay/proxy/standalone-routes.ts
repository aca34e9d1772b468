import { actOnChecks } from '#shared/access/check-right.ts'
import { accountRights } from '#shared/access/account-rights.ts'
import type { Question } from '#shared/access/question.ts'

const read = (resource: Question['resource'], object?: Question['object']): Question => ({
  action: 'read',
  resource,
  object,
})
const common = read('database')
const catalog = read('database', 'catalog')
const checks = read('canaries')
const runs = read('playbook_runs')
const artifacts = read('playbook_runs', 'artifact')
const sent = read('notifications', 'database.monitor')
const runPlaybook: Question = { action: 'playbook:run', resource: 'playbooks' }

/**
 * By method and path below `/api`; `:` matches one segment, `*` the rest. Routes that are not listed are for
 * administrators only.
 */
export const standaloneRoutes: Readonly<Record<string, Question>> = {
  'GET about': common,
  'GET health': common,
  'GET properties': common,
  'GET schemas/:': common,
  'GET config/about': common,
  'GET canary/about': common,
  'GET db/': common,

  'GET canary/api': checks,
  'GET canary/api/summary': checks,
  'POST canary/api/summary': checks,
  'GET canary/api/graph': checks,
  'GET canary/api/details': checks,
  'GET canary/api/topology': read('topologies'),
  'POST canary/run/check/:': actOnChecks,
  'POST canary/run/topology/:': { action: 'update', resource: 'topologies' },

  'POST resources/search': catalog,
  'POST catalog/summary': catalog,
  'GET catalog/changes': catalog,
  'POST catalog/changes': catalog,
  'GET catalog/:/relationships': catalog,
  'POST logs': read('database', 'logs'),
  'POST logs/summary': read('database', 'logs'),
  'POST logs/tail': read('database', 'logs'),

  'GET playbook/list': read('playbooks'),
  'GET playbook/run/:': runs,
  'GET playbook/run/:/approvers': runs,
  'POST playbook/:/params': runPlaybook,
  'POST playbook/:/preflight': runPlaybook,
  'POST playbook/run': runPlaybook,
  'POST playbook/webhook/*': runPlaybook,
  'POST playbook/run/approve/:': { action: 'playbook:approve', resource: 'playbooks' },
  'POST playbook/run/cancel/:': { action: 'playbook:cancel', resource: 'playbooks' },
  'GET artifacts/download/:': artifacts,
  'GET artifacts/list/playbook_run/:': artifacts,
  'GET artifacts/list/check/:/:': artifacts,

  'POST notification/silence': { action: 'create', resource: 'notifications' },
  'POST notification/summary': sent,
  'GET notification/send_history/:': sent,
  'GET notification/silence_preview': sent,

  'POST agent/generate': { action: 'create', resource: 'agents', object: 'agent' },
  'POST connection/test/:': { action: 'update', resource: 'connections' },

  'POST auth/invite_user': accountRights.account,
  'POST auth/:/update_state': accountRights.account,
  'POST auth/:/properties': accountRights.account,
  'POST people/update': accountRights.change,
  'DELETE people/:': accountRights.remove,
  'POST rbac/:/update_role': accountRights.roles,
  'GET rbac/dump': read('rbac'),
}

const routes = Object.entries(standaloneRoutes).map(([route, question]) => {
  const pattern = route.replaceAll(':', '[^/]+').replace('*', '.+')
  return { pattern: new RegExp(`^${pattern}$`), question }
})

export const findQuestion = (method: string, path: string): Question | undefined =>
  routes.find(({ pattern }) => pattern.test(`${method} ${path}`))?.question
