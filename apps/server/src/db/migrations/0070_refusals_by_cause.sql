-- Why a message was refused, in the few words that a screen explains; the reason beside it is the sender's connector's own.
alter table webhook_delivery add column cause text check (cause in ('signature', 'malformed', 'too_large'));

-- What went wrong lately is looked for among a store's whole day of deliveries.
create index webhook_delivery_trouble on webhook_delivery (workplace_id, sender_id, received_at desc)
  where state in ('refused', 'failed');
