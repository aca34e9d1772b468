-- Finds whether an account signed in from an address before.
create index events_place_idx on identity.events (identity_id, address) where identity_id is not null;
