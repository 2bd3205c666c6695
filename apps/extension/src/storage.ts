import { MARKETPLACES, manualOrderSchema, pageToSaveSchema } from '@quayside/contracts/extension-messages.ts';
import { z } from 'zod';
import type { Area, Browser } from './browser-port.ts';

/**
 * All that the extension keeps, each under its key with its shape: what another version wrote, or a person with the browser's
 * tools, is parsed like everything that comes from outside, and what does not fit is as if it were not there.
 */
const signInSchema = z.object({
  token: z.string().min(1).max(500),
  workplaceId: z.uuid().nullable(),
});
export type SignIn = z.output<typeof signInSchema>;

const keptOrderSchema = z.object({ order: manualOrderSchema, openedAt: z.int() });
export type SavedOrder = z.output<typeof keptOrderSchema>;

const keptPageSchema = z.object({
  page: pageToSaveSchema,
  /** Saved while somebody was signed in: it is his, and goes with him. */
  ofPerson: z.boolean(),
});
export type SavedPage = z.output<typeof keptPageSchema>;

/** What is kept under one key. */
export interface Slot<T> {
  area: Area;
  key: string;
  /** Belongs to the person who is signed in. */
  ofPerson: boolean;
  read(browser: Browser): Promise<T>;
  write(browser: Browser, value: T): Promise<void>;
}

/** `none`: what is read where nothing, or nothing that fits, is kept. */
const slot = <T>(area: Area, key: string, schema: z.ZodType<T>, none: T, ofPerson: boolean): Slot<T> => ({
  area,
  key,
  ofPerson,
  async read(browser) {
    const parsed = schema.safeParse(await browser.read(area, key));
    return parsed.success ? parsed.data : none;
  },
  write: (browser, value) => browser.write(area, key, value),
});

export const STORAGE_KEYS = {
  /** In memory only: a key to somebody's stores does not lie on a disk, and the app gives it again with its next page. */
  signIn: slot<SignIn | null>('session', 'sign_in', signInSchema.nullable(), null, true),
  /** Account that everything marked `ofPerson` belongs to. On disk, because the orders outlive a restart and the token does not. */
  accountId: slot<string | null>('local', 'account_id', z.uuid().nullable(), null, true),
  /** Sites that the app asked for and may not be read yet. */
  wantedSites: slot<string[]>('session', 'wanted_sites', z.array(z.string().max(255)).max(10), [], true),
  /** Of the screen that was signed in last. */
  language: slot<string | null>('local', 'language', z.string().max(10).nullable(), null, true),
  /** The chosen site of each marketplace. */
  regions: slot<Partial<Record<(typeof MARKETPLACES)[number], string>>>(
    'local',
    'regions',
    z.partialRecord(z.enum(MARKETPLACES), z.string().max(10)),
    {},
    true,
  ),
  orders: slot<SavedOrder[]>('local', 'orders', z.array(keptOrderSchema).max(200), [], true),
  pages: slot<SavedPage[]>('local', 'pages', z.array(keptPageSchema).max(500), [], false),
} as const;
