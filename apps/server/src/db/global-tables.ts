/**
 * Tables without a tenant, each with its reason; all others carry workplace_id or account_id and have row-level
 * security (check-citus-rules.ts). On a distributed database all of them are ordinary tables of the coordinator, none is a
 * reference table (docs/decisions/0400), so no foreign key of a distributed table may reference them.
 */
export const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  installation: 'Belongs to the installation: whether anything may be sent, and the server its data was last seen on.',
  backup_run: 'Backups of the installation, with the result of restoring each into a scratch database.',
  backup_state: 'One row: a requested backup, and how far the log of the embedded database is kept.',
  schema_migrations: 'The history of migrations belongs to the installation.',
  app_secret_fingerprint: 'Which APP_SECRET encrypts the credentials of the installation, checked at start.',
  account: 'Found by e-mail at sign-in, before any tenant is known.',
  session_token: 'Found by the hash of an unguessable token, which is what names the tenant.',
  session_code: 'A mailed code that confirms a session, found with the session.',
  login_attempt: 'Counts guesses by address and by e-mail, before any tenant is known.',
  account_event:
    'What happened to an account, much of it before any tenant is known: sign-ins, links that came by mail.',
  account_link: 'Found by a link that came by mail, before any tenant is known.',
  social_identity: 'Found by who a person is at another house, before any tenant is known.',
  platform_identity: "Found by who a person is in a shop's admin, before any tenant is known.",
  social_attempt: 'A sign-in on its way, before any tenant is known.',
  operator_claim: 'Found by a link that the start printed, before there is an account.',
  mail_request: 'Asked for by e-mail, before it is known whether there is such an account.',
  mail_outbox: 'Mails of the installation, which its operators look after; also those to nobody who is signed in.',
  operator_feedback: 'What people say to the operators of the installation, who read it across accounts.',
  store_directory: 'Finds the tenant of an unguessable webhook address, and the stores that are due for a poll.',
  connect_attempt: 'Finds the tenant of an authorisation that comes back from a platform, by its unguessable state.',
  invitation_directory: 'Finds the tenant of an invitation by the hash of its unguessable link.',
  api_token_directory: 'Finds the tenant of a token for scripts by its hash, before a tenant is known.',
  supplier_directory: 'Finds the tenant of an unguessable webhook address, and the suppliers that are due for a poll.',
  unclaimed_order:
    "Orders on the operator's supplier accounts that lead to no tenant: their workplace is not in the restored data.",
  refund_directory: 'Finds the workplaces of refunds that operators are to confirm.',
  file_directory:
    'Finds the tenant of a signed link to a file, and files to delete, for a job that belongs to no tenant.',
  tracking_service_directory:
    'Finds the tenant of an unguessable webhook address, and the tracking services that are due for a poll.',
  tracking_directory: 'Finds the tenant of a public tracking page by its unguessable id.',
  schedule_round: 'How far a schedule over all workplaces or accounts is, for jobs that belong to no tenant.',
  schedule_page: 'Pages of such a schedule that a worker holds.',
  open_work_directory: 'Workplaces whose supplier orders or parcels are under way, for the sweep that finds lost jobs.',
  topup_directory: "Finds the account of a payment provider's message, and the top-ups that are due for a look.",
  books_check: 'When all wallets were last compared with their ledgers, and how many balances differed.',
  books_difference: 'What the comparison under way found so far, by account.',
  topup_check: 'For which restore the checkouts at a payment provider, which all accounts share, were compared.',
  payment_event: "A payment provider's webhooks, kept before it is known whose top-up one is about.",
  cost_backfill: 'Stores whose orders of before are asked about once, found by a job that belongs to no tenant.',
  monitoring_turn:
    'Finds the workplaces whose watched products are due for a look, for a job that belongs to no tenant.',
  mapping_check: 'Finds the workplaces whose mappings are due for a check, for a job that belongs to no tenant.',
  privacy_turn:
    'Finds the workplaces with open privacy requests or a retention setting, for a job that belongs to no tenant.',
  webhook_refusal: 'Counts refused messages that lead to no tenant, by sender and reason; nothing of their content.',
  exchange_rate: 'Published exchange rates, the same for every workplace.',
  source_category: "A supplier's public categories, the same for every workplace.",
  source_product: "A supplier's public products, the same for every workplace.",
  source_question: 'When a supplier was last asked something, the same for every workplace.',
  source_zone:
    'Countries with the same shipping prices at a supplier, the same for every workplace, or named after the connection they were asked by.',
  source_shipping: "A supplier's shipping prices by zone.",
  source_quote:
    "A supplier's shipping prices, the same for every workplace, or named after the connection they were asked by.",
};

/**
 * Tables of accounts that stay on the coordinator of a distributed database, beside the global ones, each with its reason. All other
 * tables with a tenant are distributed by it (citus/distribute.ts).
 */
export const ON_COORDINATOR: Readonly<Record<string, string>> = {
  member: 'Read with the account at every request; its triggers write to the workspace, which is on another node.',
  wallet: 'One row per account; its trigger writes to the audit log of the workspace, which is on another node.',
  topup: 'A few rows per account; its triggers write to the audit log of the workspace, which is on another node.',
  topup_claim: 'References topup.',
  ledger_entry: 'Postings balance with wallet and topup, in one transaction on one node; its trigger reads account.',
  ledger_posting: 'Referenced by ledger_entry.',
  store_move_name: 'Lives as long as a move of a store, with store_move.',
  store_move_row: 'Lives as long as a move of a store, with store_move.',
  store_move: 'A few rows; its trigger writes to the audit log of the workspace, which is on another node.',
  account_flag: 'A few rows per account, read with the account.',
  account_history:
    "A few rows a month per account; an owner's function compares them with account_event, in one transaction on one node.",
  account_picture: 'One row per account, read with the account.',
  account_plan: 'One row per account, read with the account.',
  account_recovery_code: 'A few rows per account, read with the account.',
  account_totp: 'One row per account, read with the account.',
};

/** Whether a table is on the coordinator of a distributed database. All others are distributed by their tenant. */
export const isOnCoordinator = (table: string): boolean => table in GLOBAL_TABLES || table in ON_COORDINATOR;
