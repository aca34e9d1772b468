import type { TemplateLanguage } from '#relay/backend/templates/template-language.ts'

interface PlaceVariable {
  readonly name: string
  readonly description: string
}

interface Place {
  readonly id: string
  readonly title: string
  /** Keys of documents whose values are read here. */
  readonly keys: readonly string[]
  readonly languages: readonly TemplateLanguage[]
  readonly variables: readonly PlaceVariable[]
  /** Functions that exist in this place only. */
  readonly functions: readonly string[]
}

const list = (variables: Readonly<Record<string, string>>): readonly PlaceVariable[] =>
  Object.entries(variables).map(([name, description]) => ({ name, description }))

const resources = {
  config: 'the config item',
  component: 'the component',
  check: 'the check',
}

const eventVariables = list({
  ...resources,
  canary: 'the canary of the check',
  incident: 'the incident',
  evidence: 'the definition-of-done item',
  hypothesis: 'the hypothesis of the evidence',
  responder: 'the responder',
  comment: 'the comment',
  author: 'the author of the comment',
  playbook: 'the playbook',
  approval: 'the approval',
  agent: 'the agent of the resource',
  check_status: 'the last result of the check: `status`, `message`, `error`, `time`, `duration`, `details`',
  id: 'id of the resource',
  name: 'name of the resource',
  type: 'type of the resource',
  status: 'status of the resource, text',
  health: 'health of the resource when the event happened',
  labels: 'labels of the resource',
  tags: 'tags of the config item',
  new_state: 'state that the event reports, such as `unhealthy`',
  recent_events: 'the last ten changes of the config item',
  event: 'name of the event, such as `config.unhealthy`',
  permalink: "address of the resource's page",
  silenceURL: 'address that silences the resource',
  actionURL: 'address that acknowledges or silences',
  channel: 'kind of the service, such as `slack`',
  groupedResources: 'empty: a message of a group lists the other resources after its text',
})

const targetVariables = {
  ...resources,
  canary: 'the canary of the check',
  agent: 'the agent of the resource',
}

const runVariables = list({
  ...targetVariables,
  params: 'the parameters by name',
  playbook: 'the playbook: `id`, `name`, `namespace`, `title`',
  run: 'the run: `id`',
  user: 'who started the run: `id`, `name`, `email`',
  request: "a webhook's request",
  env: 'the variables of the playbook by name',
  actions: 'finished steps by name: `name`, `status`, `result`, `error`',
  lastAction: 'the last step that ran',
  last_result: 'its `result`',
  anyActionFailed: 'true after a step failed',
  anyActionTimedOut: 'true after a step timed out',
})

const checkVariables = list({
  check: 'the check: `id`, `name`, `type`, `namespace`, `labels`',
  canary: 'the canary: `id`, `name`, `namespace`, `labels`',
  pass: 'true if the check passed before `test`',
  message: 'the message of the result',
  duration: 'milliseconds',
  last_result: 'the previous result: `pass`, `message`, `error`, `time`, `duration`, `results`',
})

export const places: readonly Place[] = [
  {
    id: 'check-result',
    title: 'Result of a check',
    keys: ['test', 'display', 'transform'],
    languages: ['expr', 'template', 'jsonPath', 'javascript'],
    variables: checkVariables,
    functions: ['last_result'],
  },
  {
    id: 'check-request',
    title: 'Request of a check',
    keys: ['http[].url', 'http[].body', 'http[].headers', 'query of SQL checks'],
    languages: ['template'],
    variables: list({
      check: 'the check: `name`, `type`, `namespace`, `labels`',
      canary: 'the canary: `name`, `namespace`, `labels`',
      env: 'the variables of the check by name; each is also a variable of its own',
    }),
    functions: [],
  },
  {
    id: 'check-relationship',
    title: 'Relationship of a check',
    keys: ['relationships.configs[].*.expr', 'relationships.components[].*.expr'],
    languages: ['expr'],
    variables: list({
      check: 'the check: `id`, `name`, `type`, `namespace`, `labels`',
      canary: 'the canary: `id`, `name`, `namespace`, `labels`',
      labels: 'labels of the check',
    }),
    functions: [],
  },
  {
    id: 'component-id',
    title: 'Id of a component',
    keys: ['id', 'components[].id'],
    languages: ['expr', 'template', 'jsonPath', 'javascript'],
    variables: list({
      component: 'the component: its keys and `properties`',
      self: 'the same as `component`',
      properties: 'values of its properties by name',
    }),
    functions: [],
  },
  {
    id: 'event-filter',
    title: 'Filter of a notification rule or a silence',
    keys: ['filter', 'to.filter'],
    languages: ['expr'],
    variables: eventVariables,
    functions: [],
  },
  {
    id: 'event-message',
    title: 'Message of a notification rule',
    keys: ['title', 'template', 'to.properties'],
    languages: ['template'],
    variables: eventVariables,
    functions: [],
  },
  {
    id: 'incident-filter',
    title: 'Incident rule',
    keys: ['filter.expr', 'template.title', 'template.description'],
    languages: ['expr', 'template'],
    variables: list({
      ...resources,
      component: 'the component, or the first one that the check or config item belongs to',
      canary: 'the canary of the check',
      name: 'name of the resource',
      kind: '`check`, `component` or `config`',
      type: 'type of the resource',
      status: 'status of the resource',
      health: 'health of the resource',
      message: 'why it fails',
      labels: 'labels of the resource',
    }),
    functions: [],
  },
  {
    id: 'definition-of-done',
    title: 'Definition of done',
    keys: ['script'],
    languages: ['expr'],
    variables: list({
      config: 'the config item of the evidence; undefined without one',
      component: 'the component of the evidence; undefined without one',
      check: 'the check of the evidence; undefined without one',
      analysis: 'the insight of the evidence; undefined without one',
      incident: 'the incident',
    }),
    functions: [],
  },
  {
    id: 'playbook-condition',
    title: 'Condition of a playbook step',
    keys: ['actions[].if', 'filters[]'],
    languages: ['expr'],
    variables: runVariables,
    functions: ['getAction', 'getLastAction', 'last_result', 'always', 'failure', 'success'],
  },
  {
    id: 'playbook-text',
    title: 'Text of a playbook',
    keys: ['actions[].*', 'parameters[].default', 'env[].value', 'runsOn'],
    languages: ['template'],
    variables: runVariables,
    functions: ['getAction', 'getLastAction'],
  },
  {
    id: 'playbook-trigger',
    title: 'Trigger of a playbook',
    keys: ['on.config[].filter', 'on.component[].filter', 'on.canary[].filter'],
    languages: ['expr'],
    variables: list({ ...targetVariables, event: 'name of the event, such as `unhealthy`' }),
    functions: [],
  },
]
