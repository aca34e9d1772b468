-- The place that a topology's document gives a component among those beside it.
alter table components add column sort_order double precision;
