-- The picture of an account, as it was drawn anew from what its owner sent: a JPEG of 300 by 300 pixels, some 20 KB. Kept here and
-- not in a folder, so that every process of an installation has it; as text, so that it goes with the export of the account.
-- account.avatar_url says where it is read; the hash of its bytes is in that address, so that a browser may keep it for good.
create table account_picture (
  account_id uuid primary key,
  -- SHA-256 of the bytes, base64url.
  hash text not null,
  jpeg_base64 text not null check (length(jpeg_base64) < 400000),
  set_at timestamptz not null default now()
);
call account_table('account_picture');
