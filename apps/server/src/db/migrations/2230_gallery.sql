-- Unguessable part of the address at which stores fetch a file; null: the file has signed links only.
alter table file_directory add column public_key text;
create unique index file_directory_public on file_directory (public_key) where public_key is not null;

-- Image library of a workspace. Each image is a WebP in the file store.
create table gallery_image (
  workplace_id uuid not null,
  image_id uuid not null,
  file_id uuid not null,
  -- As in file_directory; products name the image by it.
  public_key text not null,
  name text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bigint not null check (bytes > 0),
  created_at timestamptz(3) not null default now(),
  primary key (workplace_id, image_id)
);
create index gallery_image_newest on gallery_image (workplace_id, created_at desc, image_id desc);
create index gallery_image_key on gallery_image (workplace_id, public_key);
call tenant_table('gallery_image');
call audited('gallery_image', 'insert or delete', 'gallery_image', 'image_id', 'name', 'file_id public_key');
