import { z } from 'zod';
import { call } from './call.ts';

/** A destination country. Rule B170. */
export const regionSchema = z
  .object({
    /** ISO 3166-1 numeric. */
    region_id: z.int(),
    /** In the requested language. */
    region_name: z.string(),
    /** ISO 3166-1 alpha-2. */
    region_short_name: z.string(),
    /** Without a plus. */
    phone_code: z.string(),
    /** Path of a round flag. */
    image_url: z.string(),
    /** 1: Quayside ships there; 0: only other suppliers do. */
    region_support_status: z.union([z.literal(0), z.literal(1)]),
    /** Data protection rules for people there. */
    dr: z.enum(['eu', 'us']),
  })
  .meta({ id: 'Region' });

export const regions = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/core/regions',
    access: 'public',
    summary: 'List common destination countries by name, with flag and calling code.',
    data: z.object({ items: z.array(regionSchema) }),
  }),
};
