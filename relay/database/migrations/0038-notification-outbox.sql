-- What is to be sent is looked for by when it is due, and what was sent of a thing by a rule by when that was.

create index notification_send_history_due_idx on notification_send_history (not_before)
  where status in ('pending', 'evaluating-waitfor');
create index notification_send_history_repeat_idx
  on notification_send_history (notification_id, resource_id, source_event, created_at desc);
