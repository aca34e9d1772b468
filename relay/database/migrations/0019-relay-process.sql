-- Identifies the process across containers, which can have the same host and pid; null for a relay of an earlier version.
alter table relay.instances add column process jsonb;
