-- USD cents: below it a wallet is told of as low, as its owner chooses. Null: never. 20 dollars unless chosen, as before.
alter table wallet add column low_at bigint default 2000 check (low_at > 0);
