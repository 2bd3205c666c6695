import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface Store {
  db: DatabaseSync;
  transaction<T>(work: () => T): T;
  setting(key: string): string | undefined;
  setSetting(key: string, value: string): void;
  close(): void;
}

/**
 * The sandbox's own store: one SQLite file that survives a kill. WAL with synchronous NORMAL loses nothing when the
 * process dies (only a power cut could cost the last commits).
 */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, 'sandbox.sqlite'));
  db.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; pragma foreign_keys = on;
    create table if not exists core_settings (key text primary key, value text not null);`);
  const read = db.prepare('select value from core_settings where key = ?');
  const write = db.prepare(
    'insert into core_settings values (?, ?) on conflict (key) do update set value = excluded.value',
  );
  let depth = 0;
  return {
    db,
    transaction(work) {
      if (depth > 0) return work();
      db.exec('begin immediate');
      depth += 1;
      try {
        const result = work();
        if (result instanceof Promise) throw new Error('transaction callback must be synchronous');
        db.exec('commit');
        return result;
      } catch (error) {
        db.exec('rollback');
        throw error;
      } finally {
        depth -= 1;
      }
    },
    setting: (key) => (read.get(key) as { value: string } | undefined)?.value,
    setSetting: (key, value) => void write.run(key, value),
    close: () => db.close(),
  };
}
