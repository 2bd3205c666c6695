import { z } from 'zod';
import { call } from './call.ts';
import { connectorIdSchema } from './shapes.ts';

export const CONNECTOR_KINDS = ['channel', 'supplier', 'payment'] as const;

/** Optional abilities of a connector. */
export const CONNECTOR_ABILITIES = [
  'orders',
  'fulfilment',
  'stock',
  'publications',
  'seo',
  'customs',
  'dimensions',
  'collections',
  'metafields',
  'listing-review',
  'cancel',
  'refunds',
  'disputes',
  'reviews',
  'image-search',
  'feed',
  'top-ups',
  'webhooks',
] as const;
export type ConnectorAbility = (typeof CONNECTOR_ABILITIES)[number];

const connectorSchema = z
  .object({
    id: connectorIdSchema,
    kind: z.enum(CONNECTOR_KINDS),
    label: z.string(),
    homepage: z.string().nullable(),
    /** One or two letters on a color (#rrggbb). */
    mark: z.object({ letters: z.string(), color: z.string() }),
    can: z.array(z.enum(CONNECTOR_ABILITIES)),
    limits: z.object({ variants: z.int().optional() }),
    /** URL templates of a store's admin, with {domain} and {order}. */
    admin_pages: z.object({ home: z.string(), order: z.string() }).nullable(),
  })
  .meta({ id: 'Connector' });
export type ConnectorFacts = z.output<typeof connectorSchema>;

export const connectors = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/meta/connectors',
    access: 'public',
    summary: 'List the connectors of this installation: names, badges and abilities.',
    data: z.object({ items: z.array(connectorSchema) }),
  }),
};
