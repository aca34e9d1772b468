-- What is known of a whole output stands with its last chunk, so that it costs the same however long the output is.

update relay.playbook_action_log_chunks as chunks
   set has_ansi = sums.has_ansi, replaced_lines = sums.replaced_lines, long_lines = sums.long_lines
  from (
    select action_id, first_line,
           bool_or(has_ansi) over so_far as has_ansi,
           sum(replaced_lines) over so_far as replaced_lines,
           sum(long_lines) over so_far as long_lines
      from relay.playbook_action_log_chunks
    window so_far as (partition by action_id order by first_line)
  ) as sums
 where chunks.action_id = sums.action_id and chunks.first_line = sums.first_line
   and (chunks.has_ansi, chunks.replaced_lines, chunks.long_lines)
       is distinct from (sums.has_ansi, sums.replaced_lines, sums.long_lines);

comment on column relay.playbook_action_log_chunks.has_ansi is 'in this chunk or one before it';
comment on column relay.playbook_action_log_chunks.replaced_lines is 'in this chunk and those before it';
comment on column relay.playbook_action_log_chunks.long_lines is 'in this chunk and those before it';
