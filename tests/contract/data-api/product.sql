-- One row or a few of everything that the console asks for. Ids tell what they are by their last digits.
insert into people (id, name, email, avatar) values
  ('00000000-0000-4000-8000-000000000001', 'Ann', 'ann@example.test', 'a.png'),
  ('00000000-0000-4000-8000-000000000002', 'Bob', 'bob@example.test', null);
insert into teams (id, name, icon, spec, created_by) values
  ('00000000-0000-4000-8000-000000000011', 'core', 'cog', '{}', '00000000-0000-4000-8000-000000000001');
insert into team_members (team_id, person_id) values ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000001');
insert into agents (id, name, description, created_by) values
  ('00000000-0000-4000-8000-000000000021', 'far', 'a far one', '00000000-0000-4000-8000-000000000001');
insert into config_scrapers (id, name, spec, source, created_by) values
  ('00000000-0000-4000-8000-000000000031', 'kube', '{}', 'UI', '00000000-0000-4000-8000-000000000001');
insert into topologies (id, name, namespace, source, spec, created_by) values
  ('00000000-0000-4000-8000-000000000041', 'shop', 'default', 'UI', '{}', '00000000-0000-4000-8000-000000000001');
insert into canaries (id, name, namespace, source, spec, labels, created_by) values
  ('00000000-0000-4000-8000-000000000051', 'web', 'default', 'UI', '{"http":[{"url":"https://a.test"}]}', '{}', '00000000-0000-4000-8000-000000000001');
insert into config_items (id, scraper_id, config_class, type, name, health, status, labels, tags, external_id, description, config, path, deleted_at) values
  ('00000000-0000-4000-8000-000000000061', '00000000-0000-4000-8000-000000000031', 'Node', 'Kubernetes::Node', 'node-a', 'healthy', 'Ready', '{"app":"web","env":"prod"}', '{"namespace":"default","cluster":"one"}', '{a}', 'first node', '{"kind":"Node"}', null, null),
  ('00000000-0000-4000-8000-000000000062', '00000000-0000-4000-8000-000000000031', 'Pod', 'Kubernetes::Pod', 'pod-b', 'unhealthy', 'CrashLoop', '{"app":"web","env":"dev"}', '{"namespace":"shop","cluster":"one"}', '{b}', null, '{"kind":"Pod"}', '00000000-0000-4000-8000-000000000061', null),
  ('00000000-0000-4000-8000-000000000063', '00000000-0000-4000-8000-000000000031', 'Pod', 'Kubernetes::Pod', 'pod-gone', 'unknown', null, '{}', '{"cluster":"two"}', '{c}', null, '{}', null, '2025-01-01');
insert into config_changes (id, config_id, change_type, severity, source, summary, created_at, external_change_id, created_by, details, count) values
  ('00000000-0000-4000-8000-000000000071', '00000000-0000-4000-8000-000000000061', 'diff', 'info', 'kube', 'a changed', '2025-03-24T08:00:00Z', 'x1', null, '{}', 2),
  ('00000000-0000-4000-8000-000000000072', '00000000-0000-4000-8000-000000000062', 'Crash', 'high', 'kube', 'b crashed', '2025-03-23T08:00:00Z', 'x2', null, '{}', 1);
insert into config_analysis (id, config_id, analyzer, analysis_type, severity, status, message, analysis, first_observed, source) values
  ('00000000-0000-4000-8000-000000000081', '00000000-0000-4000-8000-000000000061', 'cis', 'security', 'high', 'open', 'port open', '{}', '2025-03-01T00:00:00Z', 'scan'),
  ('00000000-0000-4000-8000-000000000082', '00000000-0000-4000-8000-000000000062', 'cost', 'cost', 'low', 'open', 'too big', '{}', '2025-03-02T00:00:00Z', 'scan');
insert into config_relationships (config_id, related_id, relation, selector_id) values
  ('00000000-0000-4000-8000-000000000061', '00000000-0000-4000-8000-000000000062', 'NodePod', 's');
insert into components (id, topology_id, name, type, external_id, status, health, icon, labels, properties, log_selectors, path, parent_id) values
  ('00000000-0000-4000-8000-000000000091', '00000000-0000-4000-8000-000000000041', 'shop', 'Application', 'shop', 'healthy', 'healthy', 'cart', '{"tier":"one"}', '[]', '[{"name":"all","type":"x"}]', '', null),
  ('00000000-0000-4000-8000-000000000092', '00000000-0000-4000-8000-000000000041', 'cart', 'Service', 'cart', 'unhealthy', 'unhealthy', null, '{}', '[]', null, '00000000-0000-4000-8000-000000000091', '00000000-0000-4000-8000-000000000091');
insert into config_component_relationships (component_id, config_id, selector_id) values
  ('00000000-0000-4000-8000-000000000091', '00000000-0000-4000-8000-000000000061', 'manual');
insert into component_relationships (component_id, relationship_id, selector_id, relationship_path) values
  ('00000000-0000-4000-8000-000000000092', '00000000-0000-4000-8000-000000000091', 's', '');
insert into team_components (team_id, component_id, role) values
  ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000091', 'owner');
insert into checks (id, canary_id, type, name, status, labels, icon, created_at, last_runtime) values
  ('00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-000000000051', 'http', 'front', 'healthy', '{"app":"web"}', 'http', '2025-03-01T00:00:00Z', '2025-03-24T08:00:00Z'),
  ('00000000-0000-4000-8000-0000000000a2', '00000000-0000-4000-8000-000000000051', 'tcp', 'db', 'unhealthy', '{"app":"db"}', null, '2025-03-01T00:00:00Z', null);
insert into check_statuses (check_id, time, status, duration, message, created_at) values
  ('00000000-0000-4000-8000-0000000000a1', '2025-03-24T08:00:00Z', true, 120, 'ok', '2025-03-24T08:00:00Z'),
  ('00000000-0000-4000-8000-0000000000a1', '2025-03-24T07:59:00Z', false, 900, 'slow', '2025-03-24T07:59:00Z');
insert into check_component_relationships (component_id, check_id, canary_id, selector_id) values
  ('00000000-0000-4000-8000-000000000091', '00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-000000000051', 's');
insert into check_config_relationships (config_id, check_id, canary_id, selector_id) values
  ('00000000-0000-4000-8000-000000000061', '00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-000000000051', 's');
insert into incidents (id, title, description, severity, type, status, created_by, commander_id) values
  ('00000000-0000-4000-8000-0000000000b1', 'Shop is down', 'nobody can buy', 'High', 'availability', 'open', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'),
  ('00000000-0000-4000-8000-0000000000b2', 'Slow', 'slow', 'Low', 'performance', 'closed', '00000000-0000-4000-8000-000000000001', null);
insert into hypotheses (id, incident_id, title, type, status, created_by) values
  ('00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000b1', 'a node is full', 'root', 'possible', '00000000-0000-4000-8000-000000000001');
insert into evidences (id, hypothesis_id, type, description, evidence, component_id, config_id, created_by) values
  ('00000000-0000-4000-8000-0000000000c2', '00000000-0000-4000-8000-0000000000c1', 'topology', 'the cart', '{}', '00000000-0000-4000-8000-000000000091', '00000000-0000-4000-8000-000000000061', '00000000-0000-4000-8000-000000000001');
insert into responders (id, incident_id, type, team_id, created_by) values
  ('00000000-0000-4000-8000-0000000000c3', '00000000-0000-4000-8000-0000000000b1', 'person', '00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000001');
insert into comments (id, incident_id, hypothesis_id, comment, responder_id, created_by) values
  ('00000000-0000-4000-8000-0000000000c4', '00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000c1', 'looking', '00000000-0000-4000-8000-0000000000c3', '00000000-0000-4000-8000-000000000001');
insert into incident_rules (id, name, spec, source, created_by) values
  ('00000000-0000-4000-8000-0000000000c5', 'rule', '{}', 'UI', '00000000-0000-4000-8000-000000000001');
insert into playbooks (id, name, title, spec, source, created_by) values
  ('00000000-0000-4000-8000-0000000000d1', 'restart', 'Restart', '{"icon":"redo","category":"ops","description":"again"}', 'UI', '00000000-0000-4000-8000-000000000001');
insert into playbook_runs (id, playbook_id, status, created_by, start_time, component_id, check_id, config_id, created_at) values
  ('00000000-0000-4000-8000-0000000000d2', '00000000-0000-4000-8000-0000000000d1', 'completed', '00000000-0000-4000-8000-000000000001', '2025-03-24T08:00:00Z', '00000000-0000-4000-8000-000000000091', null, null, '2025-03-24T07:59:59Z'),
  ('00000000-0000-4000-8000-0000000000d3', '00000000-0000-4000-8000-0000000000d1', 'running', null, null, null, null, '00000000-0000-4000-8000-000000000061', '2025-03-23T08:00:00Z');
insert into playbook_approvals (id, run_id, person_id) values
  ('00000000-0000-4000-8000-0000000000d4', '00000000-0000-4000-8000-0000000000d2', '00000000-0000-4000-8000-000000000002');
insert into playbook_run_actions (id, playbook_run_id, name, status, result) values
  ('00000000-0000-4000-8000-0000000000d5', '00000000-0000-4000-8000-0000000000d2', 'first', 'completed', '{"stdout":"done"}');
insert into artifacts (id, playbook_run_action_id, path, filename, size, checksum) values
  ('00000000-0000-4000-8000-0000000000d6', '00000000-0000-4000-8000-0000000000d5', '/a', 'a.txt', 3, 'c');
insert into notifications (id, name, events, person_id, source, created_by) values
  ('00000000-0000-4000-8000-0000000000e1', 'tell', '{check.failed,check.passed}', '00000000-0000-4000-8000-000000000002', 'UI', '00000000-0000-4000-8000-000000000001');
insert into notification_silences (id, name, "from", until, recursive, check_id, source, created_by) values
  ('00000000-0000-4000-8000-0000000000e2', 'quiet', '2025-01-01', null, true, '00000000-0000-4000-8000-0000000000a1', 'UI', '00000000-0000-4000-8000-000000000001');
insert into notification_send_history (id, notification_id, resource_id, source_event, status, first_observed, created_at) values
  ('00000000-0000-4000-8000-0000000000e3', '00000000-0000-4000-8000-0000000000e1', '00000000-0000-4000-8000-0000000000a1', 'check.failed', 'sent', '2025-03-24T08:00:00Z', '2025-03-24T08:00:00Z');
insert into permissions (id, action, object, subject, subject_type, created_by) values
  ('00000000-0000-4000-8000-0000000000e4', 'read', 'catalog', '00000000-0000-4000-8000-000000000002', 'person', '00000000-0000-4000-8000-000000000001');
insert into connections (id, name, type, url, source, created_by) values
  ('00000000-0000-4000-8000-0000000000e5', 'pg', 'postgres', 'postgres://x', 'UI', '00000000-0000-4000-8000-000000000001');
insert into properties (name, value, created_by) values ('settings.theme', 'dark', '00000000-0000-4000-8000-000000000001');
insert into logging_backends (id, name, spec, source, created_by) values
  ('00000000-0000-4000-8000-0000000000e6', 'loki', '{}', 'UI', '00000000-0000-4000-8000-000000000001');
insert into job_history (id, name, status, resource_type, resource_id, time_start, time_end, duration_millis, created_at, success_count, error_count) values
  ('00000000-0000-4000-8000-0000000000f1', 'Scrape', 'SUCCESS', 'config_scraper', '00000000-0000-4000-8000-000000000031', '2025-03-24T08:00:00Z', '2025-03-24T08:00:01Z', 1000, '2025-03-24T08:00:00Z', 1, 0),
  ('00000000-0000-4000-8000-0000000000f2', 'Sync', 'FAILED', 'canary', '00000000-0000-4000-8000-000000000051', '2025-03-23T08:00:00Z', '2025-03-23T08:00:01Z', 20, '2025-03-23T08:00:00Z', 0, 1);
insert into event_queue (name, properties, error, attempts) values ('check.failed', '{"id":"1"}', 'no route', 2);
