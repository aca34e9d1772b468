create unlogged table relay.playbook_open_lines (
  action_id uuid primary key references playbook_run_actions on delete cascade,
  lines text not null
);
comment on column relay.playbook_open_lines.lines is 'a JSON list of lines that have not ended yet, as in playbook_action_log_chunks.body';
