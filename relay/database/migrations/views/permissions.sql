create or replace view permissions_summary as
  select
    permissions.id,
    permissions.name,
    permissions.namespace,
    permissions.description,
    permissions.action,
    permissions.object,
    permissions.object_selector,
    permissions.deny,
    permissions.subject,
    permissions.subject_type,
    permissions.created_at,
    permissions.updated_at,
    permissions.deleted_at,
    permissions.created_by,
    permissions.updated_by,
    permissions.until,
    permissions.tags,
    permissions.agents,
    (
      select jsonb_build_object('id', id, 'name', name, 'email', email) from people
      where permissions.subject_type = 'person' and id::text = permissions.subject
    ) as person,
    (
      select jsonb_build_object('id', id, 'namespace', source, 'name', name) from teams
      where permissions.subject_type = 'team' and id::text = permissions.subject
    ) as team,
    (
      select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from canaries
      where permissions.subject_type = 'canary' and id::text = permissions.subject
    ) as canary,
    case when permissions.subject_type = 'group' then
      coalesce(
        (
          select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from permission_groups
          where permission_groups.name = permissions.subject and permission_groups.deleted_at is null
          limit 1
        ),
        '{"id": null, "namespace": null, "name": null}'
      )
    end as "group",
    (
      select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from notifications
      where permissions.subject_type = 'notification' and id::text = permissions.subject
    ) as notification,
    (
      select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from playbooks
      where permissions.subject_type = 'playbook' and id::text = permissions.subject
    ) as playbook,
    (
      select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from config_scrapers
      where permissions.subject_type = 'scraper' and id::text = permissions.subject
    ) as scraper,
    (
      select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from topologies
      where permissions.subject_type = 'topology' and id::text = permissions.subject
    ) as topology
  from permissions
  where permissions.deleted_at is null;

create or replace view permissions_group_summary as
  select
    subject,
    subject_type,
    coalesce(
      coalesce(person, team, canary, notification, playbook, scraper, topology) ->> 'name', subject
    ) as subject_label,
    action,
    object,
    deny
  from permissions_summary;
