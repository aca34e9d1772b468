-- The labels of a check include those of its canary. The spec keeps its own: without it, labels of transformed checks
-- could not be told from those of the canary.

update checks set spec = spec || jsonb_build_object('labels', case when jsonb_typeof(labels) = 'object' then labels else '{}' end)
 where transformed and jsonb_typeof(spec) = 'object' and spec -> 'labels' is null;

update checks set labels = merged.labels
  from (
    select checks.id,
           case when jsonb_typeof(canaries.labels) = 'object' then canaries.labels else '{}' end ||
           case when jsonb_typeof(checks.labels) = 'object' then checks.labels else '{}' end as labels
      from checks join canaries on canaries.id = checks.canary_id
  ) as merged
 where merged.id = checks.id and checks.labels is distinct from merged.labels;
