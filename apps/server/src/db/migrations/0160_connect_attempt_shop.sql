-- The address as it was typed, to name the store in it and to begin again; null: begun before it was kept.
alter table connect_attempt add column shop text;
