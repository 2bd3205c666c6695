-- Set where the sandbox alone vouched for who the person is: such a session ends once the account has anything live.
alter table session_token add column by_sandbox boolean not null default false;
