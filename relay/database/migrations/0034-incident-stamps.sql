-- When an incident was resolved and closed, and who has commented on it.

-- A status that is reached again is stamped again; what somebody writes themselves stays.
create function relay.stamp_incident() returns trigger language plpgsql as $$
begin
  if new.status = 'resolved' then
    new.resolved := coalesce(new.resolved, now());
    new.closed := null;
  elsif new.status = 'closed' then
    new.closed := coalesce(new.closed, now());
  elsif tg_op = 'UPDATE' then
    new.resolved := null;
    new.closed := null;
  end if;
  return new;
end $$;
create trigger incidents_10_stamp_created before insert on incidents
  for each row execute function relay.stamp_incident();
create trigger incidents_10_stamp_status before update on incidents
  for each row when (old.status is distinct from new.status) execute function relay.stamp_incident();

alter table incidents disable trigger user;
update incidents set
  resolved = coalesce(resolved, (
    select max(created_at) from incident_histories
      where incident_id = incidents.id and type = 'incident.status_updated' and description = 'resolved')),
  closed = case when status = 'closed' then coalesce(closed, (
    select max(created_at) from incident_histories
      where incident_id = incidents.id and type = 'incident.status_updated' and description = 'closed')) else closed end
  where status in ('resolved', 'closed');
alter table incidents enable trigger user;

-- Only a responder's comment is one of a responder.
drop trigger comments_record on comments;
create trigger comments_record after insert on comments
  for each row when (new.responder_id is not null) execute function relay.record_comment();
delete from incident_histories where type = 'responder.commented' and responder_id is null;
