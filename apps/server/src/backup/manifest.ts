import { z } from 'zod';

const common = {
  format: z.literal(1),
  /** Version of Quayside. */
  version: z.string(),
  /** ISO 8601. */
  startedAt: z.iso.datetime(),
};

/** First entry of a backup: what it contains. */
export const manifestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('embedded'),
    pgMajor: z.int(),
    /** Packages of the database for another processor or system can't read the files. */
    platform: z.string(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('server'),
    pgMajor: z.int(),
    /** Version of pg_dump, which an older pg_restore doesn't read. */
    clientMajor: z.int(),
    /** Login that owned the tables. */
    owner: z.string(),
    /** Other roles with privileges. */
    roles: z.array(z.string()),
  }),
]);

export type Manifest = z.output<typeof manifestSchema>;

const booksSchema = z.strictObject({
  rows: z.record(z.string(), z.int()),
  sums: z.record(z.string(), z.string()),
});

/** Last entry: what a restored database must contain. */
export const endSchema = z.strictObject({
  endedAt: z.iso.datetime(),
  /**
   * Position in the write-ahead log of the embedded database at which the books were read; null: it was never still.
   * Dumps are read in the transaction of the books.
   */
  lsn: z.string().nullable(),
  timeline: z.int().nullable(),
  books: booksSchema,
});

export type ArchiveEnd = z.output<typeof endSchema>;
