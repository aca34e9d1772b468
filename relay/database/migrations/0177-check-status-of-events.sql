-- `status` of an event is the status of its resource, text. The message of the last result is in `check_status`.
update notifications
   set title = regexp_replace(title, '(^|[^\w.)\]])\.?status\.(message|error)\M', '\1.check_status.\2', 'g'),
       template = regexp_replace(template, '(^|[^\w.)\]])\.?status\.(message|error)\M', '\1.check_status.\2', 'g'),
       filter = regexp_replace(filter, '(^|[^\w.)\]])\.?status\.(message|error)\M', '\1check_status.\2', 'g')
 where concat(title, ' ', template, ' ', filter) ~ '(^|[^\w.)\]])\.?status\.(message|error)\M';
update notification_silences
   set filter = regexp_replace(filter, '(^|[^\w.)\]])\.?status\.(message|error)\M', '\1check_status.\2', 'g')
 where filter ~ '(^|[^\w.)\]])\.?status\.(message|error)\M';
