import { ConnectorError, type TrackedParcel, type TrackingConnector } from '@quayside/connector-kit';
import { ask } from './client.ts';
import { toParcel } from './map.ts';
import { listSchema, trackingSchema } from './raw.ts';
import { verifyWebhook } from './webhooks.ts';

/** AfterShip: follows parcels of over 1,200 carriers. */
export const aftership: TrackingConnector = {
  id: 'aftership',
  label: 'AfterShip',
  homepage: 'https://www.aftership.com',
  mark: { letters: 'A', color: '#ff6b2b' },
  liveBaseUrl: 'https://api.aftership.com/tracking/2026-07',
  settings: [
    {
      env: 'AFTERSHIP_API_KEY',
      sets: { credential: 'apiKey' },
      type: 'secret',
      required: true,
      help: 'AfterShip key of this installation, for workspaces without their own.',
    },
    {
      env: 'AFTERSHIP_WEBHOOK_SECRET',
      sets: { credential: 'webhookSecret' },
      type: 'secret',
      required: false,
      help: "Signing secret of AfterShip's webhooks.",
    },
  ],
  connect: {
    keys: {
      fields: [
        { name: 'apiKey', labelKey: 'fields.apiKey', type: 'secret', required: true },
        { name: 'webhookSecret', labelKey: 'fields.webhookSecret', type: 'secret', required: false },
      ],
    },
  },
  webhooks: { needsHttps: true, signedWith: 'account' },
  batch: 50,

  async verify(ctx) {
    await ask(ctx, { method: 'GET', path: '/trackings', query: { limit: '1' } });
    return {};
  },

  async track(ctx, { number, destination }) {
    const { data, exists } = await ask(ctx, {
      method: 'POST',
      path: '/trackings',
      body: { tracking_number: number, ...(destination ? { destination_country_region: destination } : {}) },
    });
    if (exists) return {};
    const made = trackingSchema.safeParse(data);
    if (!made.success) throw new ConnectorError('unknown', 'AfterShip made a tracking without an id');
    return { trackingId: made.data.id };
  },

  async getParcels(ctx, parcels) {
    if (parcels.length === 0) return [];
    const found: TrackedParcel[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await ask(ctx, {
        method: 'GET',
        path: '/trackings',
        query: { tracking_numbers: parcels.map(({ number }) => number).join(','), limit: '100', cursor },
      });
      const page = listSchema.safeParse(data);
      if (!page.success) throw new ConnectorError('unexpected', 'AfterShip listed trackings in another shape');
      for (const one of page.data.trackings ?? []) {
        const read = trackingSchema.safeParse(one);
        if (read.success) found.push(toParcel(read.data));
      }
      cursor = page.data.pagination?.has_next_page ? (page.data.pagination.next_cursor ?? undefined) : undefined;
    } while (cursor !== undefined);
    return found;
  },

  webhookSecretOf: ({ webhookSecret }) => webhookSecret,
  verifyWebhook,
};
