/** Server settings of the embedded database that differ from PostgreSQL's defaults. */
export const productionSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  max_connections: '60',
  // Small enough for a laptop that runs other things; the operating system's cache does the rest.
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  // With many small queries at once, a parallel worker would only take the processor from the next query.
  max_parallel_workers_per_gather: '0',
  // Backups while the server runs need the log of this level; the server has no replicas.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  synchronous_commit: 'on',
  fsync: 'on',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  // A table that grows from nothing (the first 10,000 orders) has no statistics until autovacuum runs; queries planned
  // without them scan a workplace's whole table for one row.
  autovacuum_naptime: '5s',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
  // A forgotten open transaction would hold its locks indefinitely.
  idle_in_transaction_session_timeout: '5min',
  cluster_name: 'quayside',
};

/** For throw-away test servers, which need no crash safety. */
export const testSettings: Readonly<Record<string, string>> = {
  ...productionSettings,
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '2GB',
  autovacuum_naptime: '10min',
  cluster_name: 'quayside-test',
};
