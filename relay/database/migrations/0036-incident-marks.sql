-- Which incidents, and what belongs to them, changed last.

create index incidents_updated_at_idx on incidents (updated_at desc, id);
create index hypotheses_updated_at_idx on hypotheses (updated_at desc, id);
create index evidences_updated_at_idx on evidences (updated_at desc, id);
create index comments_updated_at_idx on comments (updated_at desc, id);
create index responders_updated_at_idx on responders (updated_at desc, id);
create index comments_incident_id_idx on comments (incident_id, created_at desc);
create index hypotheses_incident_id_idx on hypotheses (incident_id);
create index evidences_hypothesis_id_idx on evidences (hypothesis_id);
create index incident_histories_incident_id_idx on incident_histories (incident_id, created_at desc);
create index responders_incident_id_idx on responders (incident_id);
