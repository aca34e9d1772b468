-- Up to when insights of an item are gone: what was known to be wrong with it before may be less than what was.
alter table relay.config_history_starts add column insights_after timestamptz;
