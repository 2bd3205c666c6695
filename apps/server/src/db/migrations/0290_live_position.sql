-- The number of the last live event of each workplace. Its row is locked by the last statement of a transaction and held until
-- the commit, so numbers have no gaps and are given in commit order (docs/decisions/0035).
create table live_position (
  workplace_id uuid primary key,
  last bigint not null
) with (fillfactor = 50);
call tenant_table('live_position');

-- Live events are kept for a day and only so that a stream can resume; streams opened before this migration are told to reload.
drop table live_event;
create table live_event (
  workplace_id uuid not null,
  position bigint not null,
  event_id uuid not null,
  topic text not null,
  ids text[] not null default '{}',
  payload jsonb,
  at timestamptz not null,
  primary key (workplace_id, position)
);
call tenant_table('live_event');

-- Appends a transaction's events, a json array, in one call. `at` is read after the row of live_position is locked, so it never
-- decreases along positions. Two plain statements instead of one with a modifying CTE: Citus runs these.
create function live_append(workplace uuid, events jsonb) returns bigint language plpgsql as $$
declare
  added bigint := jsonb_array_length(events);
  reached bigint;
  written bigint;
  moment timestamptz;
begin
  insert into live_position as p (workplace_id, last) values (workplace, added)
    on conflict (workplace_id) do update set last = p.last + excluded.last
    returning last into reached;
  moment := clock_timestamp();
  insert into live_event (workplace_id, position, event_id, topic, ids, payload, at)
    select workplace, reached - added + e.n, e.event_id, e.topic, coalesce(e.ids, '{}'), e.payload, moment
    from rows from (jsonb_to_recordset(events) as (event_id uuid, topic text, ids text[], payload jsonb)) with ordinality
      as e(event_id, topic, ids, payload, n)
    on conflict do nothing;
  get diagnostics written = row_count;
  if written <> added then
    raise exception 'live_append wrote % events of workplace %, expected %: live_position is behind live_event',
      written, workplace, added;
  end if;
  return reached;
end $$;
