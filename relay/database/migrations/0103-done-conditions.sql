-- Since when a condition of done holds, or holds no more: the timeline tells each turn.

create function relay.record_done() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, type, description, evidence_id, hypothesis_id, created_by)
  values (
    (select incident_id from hypotheses where id = new.hypothesis_id),
    'evidence.done_updated', case when new.done then 'done' else 'not done' end, new.id, new.hypothesis_id,
    coalesce(relay.actor(), new.created_by)
  );
  return null;
end $$;
create trigger evidences_record_done after update of done on evidences for each row
  when (new.definition_of_done and new.done is not null and old.done is distinct from new.done)
  execute function relay.record_done();
create index incident_histories_done_idx on incident_histories (evidence_id, created_at desc)
  where type = 'evidence.done_updated';
