-- Each member of a group has a row of its own; `payload.lead` is the id of the message that is sent for it.

create index notification_send_history_lead_idx on notification_send_history ((payload ->> 'lead'))
  where payload ->> 'lead' is not null;
create index notification_send_history_run_idx on notification_send_history (playbook_run_id)
  where status = 'pending_playbook_completion';

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
