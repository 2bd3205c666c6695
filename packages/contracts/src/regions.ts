import { z } from 'zod';
import { call } from './call.ts';

/** A country that goods are sent to. Rule B170. */
export const regionSchema = z
  .object({
    /** ISO 3166-1 numeric. */
    region_id: z.int(),
    /** In the language of the call. */
    region_name: z.string(),
    /** ISO 3166-1 alpha-2. */
    region_short_name: z.string(),
    /** Without a plus. */
    phone_code: z.string(),
    /** A round flag, as a path of this installation. */
    image_url: z.string(),
    /** 1: Quayside itself delivers there; 0: only what other suppliers send. */
    region_support_status: z.union([z.literal(0), z.literal(1)]),
    /** Whose rules hold for what is kept of people there. */
    dr: z.enum(['eu', 'us']),
  })
  .meta({ id: 'Region' });

export const regions = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/core/regions',
    access: 'public',
    summary: 'The countries that goods are mostly sent to, by name, with their flag and calling code.',
    data: z.object({ items: z.array(regionSchema) }),
  }),
};
