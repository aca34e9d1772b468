-- How somebody outside is asked was allowed when it was asked for: what people write into the responder afterwards changes nothing of it.

alter table relay.outward_asks add column properties jsonb;
update relay.outward_asks set properties = responders.properties from responders where responders.id = responder_id;
