-- Evidence of a claim: a PDF and a ZIP that a job makes. Its files are deleted a day later, so a row without files has expired.
create table claim_evidence (
  workplace_id uuid not null,
  evidence_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  -- Null: about the whole order.
  refund_request_id uuid,
  -- The request's id or the order's: one is made at a time for each subject and language.
  subject_id uuid not null,
  language text not null,
  time_zone text not null,
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  pdf_file_id uuid,
  zip_file_id uuid,
  -- Pictures that couldn't be read.
  left_out integer not null default 0,
  error_key text,
  error_params jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (workplace_id, evidence_id),
  foreign key (workplace_id, order_id) references sales_order on delete cascade,
  check ((state = 'ready') = (pdf_file_id is not null and zip_file_id is not null))
);
create index claim_evidence_of on claim_evidence (workplace_id, order_id);
create unique index claim_evidence_one on claim_evidence (workplace_id, subject_id, language) where state = 'making';
call tenant_table('claim_evidence');
call store_wall('claim_evidence');
create trigger claim_evidence_state_moves before update of state on claim_evidence for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    making>failed,making>ready}'))
  execute function refuse_move('state');
