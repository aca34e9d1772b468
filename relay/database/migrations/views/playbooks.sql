create or replace view playbook_names as
  select
    playbooks.id,
    playbooks.title,
    playbooks.name,
    playbooks.spec ->> 'description' as description,
    playbooks.spec ->> 'category' as category,
    playbooks.spec ->> 'icon' as icon
  from playbooks
  where playbooks.deleted_at is null;
