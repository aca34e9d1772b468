create or replace view notifications_summary as
  select
    notifications.id,
    notifications.name,
    notifications.namespace,
    notifications.error,
    notifications.title,
    notifications.events,
    notifications.filter,
    notifications.person_id,
    notifications.team_id,
    notifications.custom_services,
    notifications.created_at,
    notifications.updated_at,
    notifications.created_by,
    notifications.source,
    notifications.repeat_interval,
    notifications.wait_for,
    (
      select count(*) from event_queue
      where event_queue.name = 'notification.send'
        and event_queue.properties ->> 'notification_id' = notifications.id::text
    ) + sends.pending as pending,
    sends.avg_duration_ms,
    sends.failed,
    sends.sent,
    sends.most_common_error,
    sends.last_failed_at
  from notifications
  cross join lateral (
    select
      round(avg(duration_millis) filter (where error is not null), 2) as avg_duration_ms,
      count(*) filter (where error is not null) as failed,
      count(*) filter (where status = 'sent') as sent,
      count(*) filter (
        where status in ('pending', 'evaluating-waitfor', 'pending_playbook_run', 'pending_playbook_completion')
      ) as pending,
      mode() within group (order by error) as most_common_error,
      max(created_at) filter (where error is not null) as last_failed_at
    from notification_send_history
    where notification_send_history.notification_id = notifications.id and payload ->> 'lead' is null
  ) as sends
  where notifications.deleted_at is null;

create or replace view notification_send_history_summary as
  select
    send.id,
    send.notification_id,
    send.parent_id,
    send.silenced_by,
    send.person_id,
    send.team_id,
    send.connection_id,
    send.playbook_run_id,
    send.resource_id,
    send.source_event,
    send.status,
    send.count,
    send.retries,
    send.body,
    send.error,
    send.payload,
    send.group_by_hash,
    send.duration_millis,
    send.not_before,
    send.first_observed,
    send.created_at,
    case split_part(send.source_event, '.', 1)
      when 'config' then 'config'
      when 'component' then 'component'
      when 'check' then 'check'
      when 'canary' then 'canary'
      when 'incident' then 'incident'
      when 'playbook' then 'playbook'
    end as resource_type,
    case split_part(send.source_event, '.', 1)
      when 'config' then (
        select jsonb_build_object('id', id, 'name', name, 'type', type, 'config_class', config_class)
        from config_items where config_items.id = send.resource_id
      )
      when 'component' then (
        select jsonb_build_object('id', id, 'name', name, 'type', type, 'icon', icon)
        from components where components.id = send.resource_id
      )
      when 'check' then (
        select jsonb_build_object('id', id, 'name', name, 'type', type, 'status', status, 'icon', icon)
        from checks where checks.id = send.resource_id
      )
      when 'canary' then (
        select jsonb_build_object('id', id, 'name', name) from canaries where canaries.id = send.resource_id
      )
      when 'incident' then (
        select jsonb_build_object('id', id, 'name', incident_id || ' ' || title, 'type', type, 'status', status)
        from incidents where incidents.id = send.resource_id
      )
      when 'playbook' then (
        select jsonb_build_object('id', id, 'name', coalesce(nullif(title, ''), name)) from playbooks
        where playbooks.id = send.resource_id
      )
    end as resource,
    (
      select jsonb_build_object(
        'id', playbook_runs.id, 'playbook_id', playbook_runs.playbook_id, 'status', playbook_runs.status,
        'playbook_name', coalesce(nullif(playbooks.title, ''), playbooks.name)
      )
      from playbook_runs join playbooks on playbooks.id = playbook_runs.playbook_id
      where playbook_runs.id = send.playbook_run_id
    ) as playbook_run
  from notification_send_history as send;
