-- The brand on invoices and packing slips. Without a row the defaults of features/documents apply.
create table document_setting (
  workplace_id uuid not null primary key,
  brand_name text not null,
  address text not null,
  tax_number text not null,
  note text not null,
  -- null: the language of the person who creates the document.
  language text,
  paper text not null check (paper in ('A4', 'LETTER')),
  -- A PNG of at most 600 by 240 pixels.
  logo_base64 text,
  updated_at timestamptz(3) not null default now()
);
call tenant_table('document_setting');
call audited('document_setting', 'insert or update', 'document_setting', 'workplace_id', 'brand_name', 'logo_base64');
