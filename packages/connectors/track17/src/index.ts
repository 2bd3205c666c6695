import { ConnectorError, type TrackingConnector } from '@quayside/connector-kit';
import { ALREADY_REGISTERED, ask, CARRIER_UNKNOWN, QUOTA_USED_UP } from './client.ts';
import { toParcel } from './map.ts';
import { trackInfoSchema } from './raw.ts';
import { verifyWebhook } from './webhooks.ts';

/** Registered, without tracking information so far. */
const NO_NEWS = -18019909;

/** 17TRACK: follows parcels of over 2,000 carriers. */
export const track17: TrackingConnector = {
  id: 'track17',
  label: '17TRACK',
  homepage: 'https://www.17track.net',
  mark: { letters: '17', color: '#1e5fd0' },
  liveBaseUrl: 'https://api.17track.net/track/v2.2',
  settings: [
    {
      env: 'TRACK17_API_KEY',
      sets: { credential: 'apiKey' },
      type: 'secret',
      required: true,
      help: '17TRACK key of this installation, for workspaces without their own.',
    },
  ],
  connect: { keys: { fields: [{ name: 'apiKey', labelKey: 'fields.apiKey', type: 'secret', required: true }] } },
  webhooks: { needsHttps: true, signedWith: 'account' },
  batch: 40,

  async verify(ctx) {
    const { data } = await ask(ctx, 'getquota', {}, false);
    const left = data?.quota_remain;
    return typeof left === 'number' ? { left } : {};
  },

  async track(ctx, { number, destination }) {
    const item = { number, ...(destination ? { destination_country: destination } : {}) };
    const { data } = await ask(ctx, 'register', [item], true);
    if (data?.accepted?.some((one) => one.number === number)) return {};
    const fault = data?.rejected?.find((one) => one.number === number || data.rejected?.length === 1)?.error;
    if (!fault) throw new ConnectorError('unknown', '17TRACK neither accepted nor rejected the number');
    if (fault.code === ALREADY_REGISTERED) return {};
    const detail = `17TRACK: ${fault.message ?? fault.code}`;
    if (CARRIER_UNKNOWN.includes(fault.code)) throw new ConnectorError('rejected', detail, { code: 'carrier_unknown' });
    if (QUOTA_USED_UP.includes(fault.code)) throw new ConnectorError('rejected', detail, { code: 'quota_used_up' });
    throw new ConnectorError('rejected', detail, { code: 'invalid_input' });
  },

  async getParcels(ctx, parcels) {
    if (parcels.length === 0) return [];
    const { data } = await ask(
      ctx,
      'gettrackinfo',
      parcels.map(({ number }) => ({ number })),
      false,
    );
    // A number of which nothing is known yet is rejected with -18019909, and accepted once there is news.
    const known = (data?.accepted ?? []).map((one) =>
      toParcel(one.number, trackInfoSchema.safeParse(one.track_info).data),
    );
    const silent = (data?.rejected ?? []).flatMap(({ number, error }) =>
      number && error.code === NO_NEWS ? [{ number, events: [] }] : [],
    );
    return [...known, ...silent];
  },

  webhookSecretOf: ({ apiKey }) => apiKey,
  verifyWebhook,
};
