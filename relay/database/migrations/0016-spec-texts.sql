-- The YAML that a person wrote for the spec of a row, with comments and key order. Secrets in it are `***`.
create table relay.spec_texts (
  table_name text not null,
  row_id uuid not null,
  text text not null,
  primary key (table_name, row_id)
);

do $$
declare
  target text;
begin
  foreach target in array array[
    'canaries', 'config_scrapers', 'topologies', 'playbooks', 'incident_rules', 'logging_backends'
  ] loop
    execute format(
      'create trigger %I after delete on %I for each row execute function relay.forget_spec_text()',
      target || '_spec_text', target
    );
  end loop;
end $$;
