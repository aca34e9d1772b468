-- The last message of a rule that came to an end is looked for each time that somebody asks how the console is.
create index notification_send_history_ended_idx on notification_send_history (notification_id, created_at desc)
  where parent_id is null and status in ('sent', 'error');
