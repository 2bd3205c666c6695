-- What of a workplace's work at other sides is open, by effect, as the last sweep found it: {"placing": {"rows": 2, "since": "..."}}.
alter table open_work_directory add column open jsonb not null default '{}';

-- Since when a payment is asked for; null: from before this was noted.
alter table supplier_order add column pay_requested_at timestamptz;
