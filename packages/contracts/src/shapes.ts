import { z } from 'zod';

/** Schemas shared by several features. */

export const idSchema = z.uuid();

const UUID = z.regexes.uuid();

/**
 * Texts of 1 to `most` characters by id. Validates in place, because z.record copies the object, which costs a
 * microsecond per key and several times the JSON.parse.
 */
export function textsById(most: number): z.ZodType<Record<string, string>> {
  const text = z.string().min(1).max(most);
  const record = z.record(idSchema, text);
  const { $schema: _dialect, ...described } = z.toJSONSchema(record);
  const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= most;
  const isValid = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const id in value) if (!UUID.test(id) || !isText((value as Record<string, unknown>)[id])) return false;
    return true;
  };
  return z
    .any()
    .check((payload) => {
      if (isValid(payload.value)) return;
      const { error } = record.safeParse(payload.value, { reportInput: true });
      for (const issue of error?.issues ?? []) payload.issues.push({ ...issue, input: payload.value } as never);
    })
    .meta(described as Record<string, unknown>);
}

/** Our money on the wire: integer minor units with a currency. */
export const moneySchema = z.object({ amount: z.int(), currency: z.string().length(3) }).meta({ id: 'Money' });

/** ISO-8601 time in UTC. */
export const timeSchema = z.iso.datetime();

/** ISO 3166-1 alpha-2, in capitals. */
export const countryCodeSchema = z.string().regex(/^[A-Z]{2}$/);

/** A number in a query string. */
export const queryInt = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** A boolean in a query string. */
export const queryBool = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** A list in a query string: comma-separated or repeated. */
export const queryList = <S extends z.ZodType<string>>(item: S) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (Array.isArray(value) ? value : value.split(',').filter(Boolean)))
    .pipe(z.array(item) as unknown as z.ZodType<z.output<S>[], string[]>);

/** Pagination by cursor, or by page and page_size as in the specification. */
export const pageQueryShape = {
  cursor: z.string().max(500).optional(),
  page: queryInt(1, 100_000).optional(),
  page_size: queryInt(1, 100).default(25),
};

/** A page of a list. `next_cursor` is absent on the last page. */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), next_cursor: z.string().optional() });

/** External links; null: not configured and not shown. */
export const linksSchema = z
  .object({
    help: z.string().nullable(),
    community: z.string().nullable(),
    partners: z.string().nullable(),
    researcher: z.string().nullable(),
    /** A page of recommended apps that replaces our own. */
    apps: z.string().nullable(),
    extension_chrome: z.string().nullable(),
    extension_edge: z.string().nullable(),
    /** The extension served by this installation: its id and its file. */
    extension_own: z.object({ id: z.string(), address: z.string() }).nullable(),
  })
  .meta({ id: 'Links' });
export type Links = z.output<typeof linksSchema>;

/**
 * A connector id. Writes must name an installed connector (GET /meta/connectors); reads may return one that is no
 * longer installed.
 */
export const connectorIdSchema = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/);
/** The id of a supplier's connector. */
export const supplierSchema = connectorIdSchema.meta({ examples: ['quayside'] });
export type SupplierName = z.output<typeof supplierSchema>;

/** The id of a sales channel's connector. */
export const platformSchema = connectorIdSchema.meta({ examples: ['tiktok'] });
export type PlatformName = z.output<typeof platformSchema>;

export const modeSchema = z.enum(['live', 'sandbox']);

/** A response without data. */
export const doneSchema = z.object({ done: z.literal(true) });
export const DONE = { done: true } as const;

/** An actionable problem: message key, parameters, and the text in the requested language. */
export const problemSchema = z
  .object({
    key: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    text: z.string(),
  })
  .meta({ id: 'Problem' });

/** Fields of a form defined by the server. */
export const formFieldSchema = z.object({
  name: z.string(),
  label_key: z.string(),
  help_key: z.string().optional(),
  type: z.enum(['text', 'url', 'secret']),
  required: z.boolean(),
  placeholder: z.string().optional(),
});

export const processSchema = z
  .object({
    process_id: idSchema,
    kind: z.enum([
      'import',
      'push',
      'placement',
      'payment',
      'sync',
      'catalogue',
      'enhance',
      'duplicate',
      'split',
      'optimize_image',
      'adopt',
    ]),
    /** The kind as the flags of the specification. */
    split: z.boolean(),
    duplicate: z.boolean(),
    subject_id: z.string(),
    title: z.string(),
    image_url: z.string().nullable(),
    channel: z.string().nullable(),
    store_id: z.string().nullable(),
    status: z.enum(['processing', 'success', 'error']),
    done: z.int(),
    total: z.int(),
    error: problemSchema.nullable(),
    result: z.record(z.string(), z.unknown()).nullable(),
    started_at: timeSchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'Process' });

/** ISO 4217 in capitals; the server checks that it is in use. */
export const currencySchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/);
/** IANA name; the server checks that it is a known zone. */
export const timeZoneSchema = z.string().trim().min(1).max(64);
