const id = (tail: string): string => `00000000-0000-4000-8000-0000000000${tail}`
const person = '(id,name,avatar,email)'

export const productReads = {
  incidents: [
    '/incident_summary?title=ilike.*shop*&order=created_at.desc&severity=eq.High&status=eq.open&type=eq.availability',
    `/incidents?select=*,hypotheses!inner(*,created_by${person},evidences!inner(id,evidence,type,component_id)),comments(id,created_by${person}),commander_id${person},communicator_id${person},responders(*,team:team_id(id,name,icon,spec),person:person_id(id,name,avatar),created_by${person})&order=created_at.desc&hypotheses.evidences.component_id=eq.${id('91')}`,
    '/incidents?order=created_at.desc,id&title=ilike.*s*&select=*,hypotheses(id, type)',
    `/incidents?id=eq.${id('b1')}&select=*,hypotheses(*,created_by${person},evidences(*,created_by${person}),comments(created_at,comment,external_created_by,responder_id(team_id(*)),created_by(id,name),id)),commander:commander_id${person},communicator_id${person},responders(created_by${person})`,
    `/incidents_by_component?order=created_at.desc&type=eq.availability&status=eq.open&component_id=eq.${id('91')}`,
    `/incidents_by_config?order=created_at.desc&config_id=eq.${id('61')}`,
    `/incident_histories?incident_id=eq.${id('b1')}&select=*,evidence:evidences(id,description,type,components(id,name,icon),configs(id,name),config_changes(id,change_type),config_analysis(id,analyzer,message,analysis),checks(id,icon,name)),hypothesis:hypotheses(id,title),responder:responders(id,person:person_id(id,name,avatar),team:team_id(id,name,icon)),comment:comments(id,comment),created_by(id,name,avatar))&order=type`,
  ],
  hypotheses: [
    `/hypotheses?incident_id=eq.${id('b1')}&order=created_at.asc`,
    `/hypotheses?order=created_at.desc&title=ilike.*node*&incident_id=eq.${id('b1')}`,
    `/hypotheses?id=eq.${id('c1')}&select=id,comments(id,*,created_by${person},responder_id(*,team_id(*))),evidences(id,*,created_by${person})`,
    `/evidences?hypothesis_id=eq.${id('c1')}`,
    `/comments?select=*,created_by(id,name,avatar)&hypothesis_id=eq.${id('c1')}&order=created_at.asc`,
    `/responders?incident_id=eq.${id('b1')}&select=*,team:team_id(id,name),person:person_id(id,name)&deleted_at=is.null`,
  ],
  agents: [
    `/agents_summary?select=*,created_by${person}&order=created_at.desc,id&limit=50&offset=0`,
    `/agents_summary?select=*&id=eq.${id('21')}`,
    `/agents?select=id,name,description&id=in.(${id('21')})`,
  ],
  checks: [
    `/check_statuses?check_id=eq.${id('a1')}&time=gt.2025-01-01T00:00:00Z&order=time.desc&status=eq.1&duration=gte.100&limit=50&offset=0`,
    `/check_statuses?check_id=eq.${id('a1')}&status=eq.0&order=time.desc`,
    `/checks?id=eq.${id('a1')}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))`,
    `/checks?id=eq.${id('a1')}&select=id,name,icon,status,type`,
    ...[`id=in.(${id('a1')})`, `id=gte.${id('a1')}&limit=1000&recent.time=gt.2025-01-01T00:00:00Z`].map(
      (which) =>
        '/checks?select=id,recent:check_statuses(time,status,duration),failed:check_statuses(error,message)&recent.order=time.desc' +
        `&recent.limit=30&failed.status=is.false&failed.order=time.desc&failed.limit=1&deleted_at=is.null&order=id&${which}`,
    ),
    '/check_names?order=name',
    `/checks_by_component?component_id=eq.${id('91')}`,
    `/check_summary_for_config?config_id=eq.${id('61')}`,
    '/canaries?select=id,name&deleted_at=is.null&order=name',
    '/check_summary?select=id,name,status,canary_name&order=name',
    '/checks_labels_keys?order=key',
  ],
  components: [
    `/components?id=eq.${id('91')}`,
    '/component_names?order=name.asc&type=in.(Application,Service)',
    '/component_labels',
    '/component_labels_keys',
    '/components_with_logs?order=name.asc',
    '/component_names_all?order=name.asc',
    `/rpc/lookup_component_config_id_related_components?component_id=${id('91')}`,
    `/components?id=eq.${id('91')}&select=id,topologies(id,name)`,
  ],
  teams: [
    '/teams?deleted_at=is.null&order=name.asc',
    `/teams?id=eq.${id('11')}`,
    `/team_members?team_id=eq.${id('11')}&select=*,person_id(*)`,
    `/team_components?component_id=eq.${id('91')}&select=*,team:teams(*, created_by${person})`,
    `/teams_with_status?select=*,created_by${person}&order=created_at.desc&deleted_at=is.null&limit=100`,
  ],
  playbooks: [
    '/playbook_names?select=id,name,title,icon,category&order=title.asc',
    `/playbooks?id=eq.${id('d1')}&select=*,created_by${person}`,
    `/playbooks?select=*,created_by${person}&deleted_at=is.null&order=created_at.desc`,
    `/playbook_runs?or=(and(start_time.gte.2025-03-24,start_time.lte.2025-03-25),and(created_at.gte.2025-03-23,created_at.lte.2025-03-24))&parent_id=is.null&select=*,created_by(id,name,avatar),playbooks(id,name,title,spec,icon),component:components(id,name,icon),check:checks(id,name,icon),config:config_items(id,name,type,config_class)&order=created_at.desc&limit=50&offset=0`,
    `/playbook_runs?id=eq.${id('d2')}&select=*,created_by(id,name,avatar),playbooks(id,name,title,spec),component:components(id,name,icon),config:config_items(id,name,type),check:checks(id,name,icon),playbook_approvals(*, person_id(id,name), team_id(*))`,
    `/rpc/get_playbook_run_actions?run_id=${id('d2')}`,
    `/playbook_run_actions?id=eq.${id('d5')}&select=*,artifacts:artifacts(*)::jsonb`,
    `/playbook_approvals?run_id=eq.${id('d2')}`,
  ],
  notifications: [
    `/notifications_summary?select=*,person:person_id(id,name),team:team_id(id,name,icon),created_by${person}&order=created_at.desc&limit=50&offset=0`,
    `/notifications?id=eq.${id('e1')}&select=*,person:person_id(id,name),team:team_id(id,name),created_by${person}`,
    '/notification_send_history_summary?select=*&order=created_at.desc&limit=50&offset=0',
    `/notification_silences?select=*,checks:check_id(id,name,type,status),catalog:config_id(id,name,type,config_class),component:component_id(id,name,icon),createdBy:created_by${person}&order=created_at.desc&limit=50&offset=0&deleted_at=is.null`,
    `/notification_silences?select=*&id=eq.${id('e2')}`,
  ],
  permissions: ['/permissions_summary?select=*&deleted_at=is.null&limit=50&offset=0', `/permissions?id=eq.${id('e4')}`],
  properties: ['/properties?name=eq.settings.theme', `/properties?select=*,created_by${person}&order=created_at.desc`],
  jobs: [
    '/job_history_names?order=name.asc',
    '/job_history_latest_status?order=resource_id',
    `/job_histories?&select=*&limit=50&offset=0&resource_id=eq.${id('31')}&order=created_at.desc&and=(created_at.gt.2025-01-01,created_at.lt.2025-12-31)&duration_millis=gte.10`,
  ],
  catalogLists: [
    '/config_types?order=type',
    '/config_statuses?order=status',
    '/config_analysis_analyzers?order=analyzer.asc',
    '/change_types?change_type=not.eq.&order=change_type',
    '/analysis_types?order=analysis_type',
  ],
  connections: [
    `/connections?select=*,created_by${person}&order=created_at.desc&deleted_at=is.null&limit=100`,
    `/connections?id=eq.${id('e5')}&select=id,name,type`,
    '/connections_list?order=name',
    '/connection_details?order=name',
  ],
  resources: [
    `/topologies_with_status?select=*,created_by${person},agent:agent_id(id,name,description)&order=created_at.desc&deleted_at=is.null&limit=100`,
    `/canaries_with_status?select=*,created_by${person}&order=created_at.desc&deleted_at=is.null&limit=100`,
    `/config_scrapers_with_status?select=*,created_by${person}&order=created_at.desc&deleted_at=is.null&limit=100`,
    `/incident_rules?select=*,created_by${person}&order=created_at.desc&deleted_at=is.null&limit=100`,
    `/logging_backends?order=created_at.desc&select=id,spec,name,source,created_at,updated_at,created_by${person}&deleted_at=is.null`,
    `/config_scrapers?select=config_items(id,name,type,config_class)&id=eq.${id('31')}&config_items.order=id`,
    `/topologies?select=id,components(id,name,type,icon)&id=eq.${id('41')}&components.order=id`,
    `/canaries?id=eq.${id('51')}&select=id,source,spec,name,namespace`,
  ],
  catalog: [
    '/configs?select=id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis&deleted_at=is.null&order=type,name.asc&limit=50&select=agent:agents(id,name)',
    '/configs?select=id,name&or=(name.ilike.*pod*,type.ilike.*pod*,description.ilike.*pod*,namespace.ilike.*pod*)&order=name',
    '/configs?select=id,name&or=(and(labels->>app.eq.web,labels->>env.neq.dev))&order=name',
    `/config_detail?id=eq.${id('61')}&select=*,config_scrapers(id,name)`,
    `/configs?id=in.(${id('61')},${id('62')})&select=id,name,config_class,type&order=id`,
    '/config_items?select=id,name,type,config_class&type=in.(Kubernetes::Pod,Kubernetes::Node)&order=id',
    `/config_names?id=eq.${id('61')}`,
    `/configs?id=eq.${id('61')}&select=cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d`,
    '/config_tags?order=key,value',
    '/config_labels?order=key,value',
    '/config_tags_labels_keys?order=key',
    '/configs?select=id,properties,properties_values,tags_values,cost_total_1h,billing_currency,mixed_currency&order=id',
    `/config_detail?id=eq.${id('61')}&select=id,agent_name,scraper`,
    '/config_summary?order=type',
    '/config_class_summary?order=config_class',
    '/check_summary_by_config?order=config_id',
    `/rpc/get_parents_by_location?config_id=${id('62')}`,
  ],
  changesAndInsights: [
    `/config_changes?config_id=eq.${id('61')}&order=created_at.desc&limit=50&offset=0&severity=eq.info&and=(created_at.gte.2025-01-01,created_at.lte.2025-12-31)`,
    `/config_changes?config_id=eq.${id('61')}&id=eq.${id('71')}&select=id,config_id,change_type,created_at,external_created_by,source,diff,details,patches,created_by,config:configs(id,name,type,config_class)`,
    '/config_analysis_items?select=id,analysis_type,analyzer,severity,status,first_observed,last_observed,config:configs(id,name,config_class,type)&status=eq.open&order=first_observed.desc',
    `/config_analysis?select=id,analyzer,analysis_type,message,severity,analysis,first_observed,config:configs(id,name,config_class,type)&config_id=eq.${id('61')}`,
    `/analysis_by_component?component_id=eq.${id('91')}&select=analysis_id,config:configs(id,name,config_class,type,analysis:config_analysis(id,analyzer,analysis_type,message,severity,analysis,first_observed))`,
    '/config_analysis_items?select=id,name,type,tags,labels,config,path,agent_id,config_name&order=id',
    '/catalog_changes?select=id,name,path,config,details,diff&order=id',
    '/analysis_by_config?order=id',
    `/rpc/lookup_analysis_by_component?id=${id('91')}`,
    `/changes_by_component?component_id=eq.${id('91')}&select=id,type,config_id,name,change_type,config_class,created_at:configs(id,name,type,config_class)`,
  ],
  relationships: [
    `/config_relationships?or=(related_id.eq.${id('61')},config_id.eq.${id('61')})&configs.order=name&select=*,configs:configs!config_relationships_config_id_fkey(id,type,name,config_class,deleted_at),related:configs!config_relationships_related_id_fkey(id,type,name,config_class,deleted_at)&deleted_at=is.null`,
    `/config_component_relationships?component_id=eq.${id('91')}&configs.order=name&select=*,configs!config_component_relationships_config_id_fkey(id,type,name,config_class,deleted_at)`,
    `/config_component_relationships?config_id=eq.${id('61')}&select=components!config_component_relationships_component_id_fkey(id,icon,name)`,
    `/rpc/related_configs_recursive?config_id=${id('61')}&include_deleted_configs=false&max_depth=10&type_filter=all&incoming_relation=both&outgoing_relation=both&order=name`,
    `/rpc/lookup_configs_by_component?id=${id('91')}`,
    `/rpc/lookup_components_by_config?id=${id('61')}`,
  ],
  integrations: [
    '/integrations_with_status?order=created_at.desc,id&select=*&deleted_at=is.null&limit=50&offset=0',
    `/integrations_with_status?select=*&id=eq.${id('31')}`,
    '/event_queue_summary?order=last_failure.desc',
  ],
} satisfies Readonly<Record<string, readonly string[]>>

export type Area = keyof typeof productReads

/** Queries that the contract lists as failing: the relations lack the column or embed. */
export const productRejections: readonly string[] = [
  '/incident_summary?hypotheses.evidences.component_id=eq.x',
  '/incident_summary?created_by=eq.x',
  `/config_analysis_items?component_id=eq.${id('91')}`,
  `/permissions_summary?config_id=eq.${id('61')}&select=*&deleted_at=is.null`,
  '/configs?select=id,external_id,name&or=(name.ilike.*x*,external_id.ilike.*x*)',
  `/config_scrapers?select=config_items(id,name,external_type,config_type)&id=eq.${id('31')}`,
  '/integrations_with_status?select=*,created_by(id)',
]

export interface Crud {
  readonly area: Area
  readonly relation: string
  readonly insert: Readonly<Record<string, unknown>>
  readonly update: Readonly<Record<string, unknown>>
}

const created_by = id('01')

export const productWrites: readonly Crud[] = [
  {
    area: 'incidents',
    relation: 'incidents',
    insert: {
      title: 't',
      description: 'd',
      severity: 'Low',
      type: 'cost',
      status: 'open',
      created_by,
      commander_id: created_by,
      communicator_id: created_by,
    },
    update: { status: 'closed', acknowledged: 'now()' },
  },
  {
    area: 'hypotheses',
    relation: 'hypotheses',
    insert: { incident_id: id('b2'), title: 'h', status: 'possible', type: 'root', created_by },
    update: { status: 'proven' },
  },
  {
    area: 'hypotheses',
    relation: 'evidences',
    insert: {
      hypothesis_id: id('c1'),
      config_id: id('62'),
      evidence: { lines: ['a'] },
      type: 'config',
      description: 'e',
      created_by,
    },
    update: { definition_of_done: true, script: 'true' },
  },
  {
    area: 'hypotheses',
    relation: 'comments',
    insert: { incident_id: id('b1'), hypothesis_id: id('c1'), comment: 'hi', created_by },
    update: { comment: 'ho' },
  },
  { area: 'agents', relation: 'agents', insert: { name: 'new', created_by }, update: { properties: { a: 'b' } } },
  { area: 'teams', relation: 'teams', insert: { name: 'new', icon: 'x', spec: {}, created_by }, update: { icon: 'y' } },
  {
    area: 'playbooks',
    relation: 'playbooks',
    insert: { name: 'p', title: 'P', spec: { actions: [] }, source: 'UI', created_by },
    update: { title: 'Q', spec: { actions: [{ name: 'a' }] } },
  },
  {
    area: 'notifications',
    relation: 'notifications',
    insert: {
      name: 'n',
      events: ['check.failed', 'a,b'],
      filter: 'true',
      wait_for: 60_000_000_000,
      person_id: created_by,
      source: 'UI',
      created_by,
    },
    update: { person_id: null, team_id: id('11'), custom_services: null },
  },
  {
    area: 'notifications',
    relation: 'notification_silences',
    insert: { name: 's', filter: 'x', from: '2025-01-01T00:00:00Z', source: 'UI', created_by },
    update: { until: null, selectors: [{ name: 'a' }] },
  },
  {
    area: 'permissions',
    relation: 'permissions',
    insert: {
      action: 'read',
      object: 'catalog',
      subject: id('01'),
      subject_type: 'person',
      deny: false,
      source: 'UI',
      created_by,
    },
    update: { deny: true },
  },
  {
    area: 'connections',
    relation: 'connections',
    insert: { name: 'c', type: 'http', url: 'https://a.test', properties: { a: 'b' }, source: 'UI', created_by },
    update: { insecure_tls: false },
  },
  ...['topologies', 'canaries'].map((relation): Crud => ({
    area: 'resources',
    relation,
    insert: { name: 'r', namespace: 'default', source: 'UI', spec: { a: 1 }, created_by },
    update: { spec: { a: 2 } },
  })),
  ...['incident_rules', 'config_scrapers', 'logging_backends'].map((relation): Crud => ({
    area: 'resources',
    relation,
    insert: { name: 'r', source: 'UI', spec: { a: 1 }, created_by },
    update: { spec: { a: 2 } },
  })),
]

export const productChanges: readonly (Omit<Crud, 'insert'> & { readonly id: string })[] = [
  { area: 'checks', relation: 'checks', id: id('a1'), update: { silenced_at: '2026-01-01T00:00:00+00:00' } },
  { area: 'components', relation: 'components', id: id('91'), update: { hidden: true } },
]
