-- What people want of the messages that are for them.

create table relay.personal_notifications (
  person_id uuid primary key references people on delete cascade,
  least_severity text,
  quiet_days smallint[],
  quiet_from text,
  quiet_to text,
  quiet_zone text
);

create table relay.unsubscribed_rules (
  person_id uuid not null references people on delete cascade,
  notification_id uuid not null references notifications on delete cascade,
  at timestamptz not null default now(),
  primary key (person_id, notification_id)
);
