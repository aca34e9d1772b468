alter table relay.playbook_runners rename to instances;
alter table relay.troubles rename to failures;
alter table relay.topology_sightings rename to topology_observations;
alter table relay.playbook_run_claims rename column runner_id to instance_id;
