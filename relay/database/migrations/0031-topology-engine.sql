-- Of several relays on one database one reads a topology: the one that began to, as long as it lives.

create table relay.topology_owners (
  topology_id uuid primary key references topologies on delete cascade,
  relay_id uuid not null,
  is_running boolean not null
);

-- When a topology was last read well.

create table relay.topology_sightings (
  topology_id uuid primary key references topologies on delete cascade,
  observed_at timestamptz not null
) with (fillfactor = 50);

create index component_relationships_relationship_id_idx on component_relationships (relationship_id);
