-- The last comment of each incident is read with every list of incidents. What is stored already stays.

alter table comments add constraint comments_comment_length check (length(comment) <= 65536) not valid;
alter table incidents add constraint incidents_title_length check (length(title) <= 1000) not valid;
alter table hypotheses add constraint hypotheses_title_length check (length(title) <= 1000) not valid;
