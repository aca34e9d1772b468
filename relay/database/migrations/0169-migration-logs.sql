-- The migrations of this database, as clients of production ask for them; the offset keeps PostgreSQL from writing through it.
create view migration_logs as
select name::varchar(255) as path, decode(checksum, 'hex') as hash, applied_at as updated_at from relay.migrations offset 0;
