import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Emulator } from '../core/world.ts';
import { openJourneys, type Scan, type Stage } from '../journeys/index.ts';

const NAMES: Record<Stage, string> = {
  not_found: 'NotFound',
  info_received: 'InfoReceived',
  in_transit: 'InTransit',
  out_for_delivery: 'OutForDelivery',
  available_for_pickup: 'AvailableForPickup',
  delivered: 'Delivered',
  delivery_failure: 'DeliveryFailure',
  exception: 'Exception',
  expired: 'Expired',
};

const MOST = 40;
const QUOTA = 200;
const registerBody = z.array(z.looseObject({ number: z.string(), destination_country: z.string().optional() }));
const numbersBody = z.array(z.looseObject({ number: z.string() }));

/** Webhook address that the account's owner enters on 17TRACK's own page. */
export const TRACK17_WEBHOOK = 'track17.webhook_url';

/**
 * 17TRACK's tracking API 2.2, from its public documents: register, gettrackinfo, getquota and webhooks. Numbers with
 * "UNKNOWN" have no carrier; scans can be scripted at POST /setup/{number}.
 */
export const track17: Emulator = {
  name: 'track17',
  prefix: '/track17',
  register(app, world) {
    const journeys = openJourneys(world, 'track17');
    const info = (scans: readonly Scan[]) => {
      const last = scans.at(-1);
      return {
        shipping_info: { shipper_address: { country: 'CN' }, recipient_address: { country: last?.country ?? null } },
        latest_status: { status: NAMES[last?.stage ?? 'not_found'], sub_status: null },
        latest_event: last ? { time_utc: last.at, description: last.text, location: last.place } : null,
        tracking: {
          providers_hash: 1,
          providers: [
            {
              provider: { key: 190094, name: 'Sandbox Post', country: 'CN' },
              events: [...scans].reverse().map((scan) => ({
                time_iso: scan.at,
                time_utc: scan.at,
                description: scan.text,
                location: scan.place || null,
                stage: NAMES[scan.stage],
                sub_status: `${NAMES[scan.stage]}_Other`,
              })),
            },
          ],
        },
      };
    };
    const answer = (accepted: unknown[], rejected: unknown[] = []) => ({ code: 0, data: { accepted, rejected } });
    const fault = (code: number, message: string) => ({ code: -1, data: { errors: [{ code, message }] } });
    const reject = (number: string, code: number, message: string) => ({ number, error: { code, message } });
    const isKnown = (headers: Record<string, unknown>): boolean => headers['17token'] === world.secrets.track17Key;
    const call = (path: string, work: (body: unknown) => unknown): void => {
      app.post(`/track/v2.2/${path}`, async (request) =>
        isKnown(request.headers) ? work(request.body) : fault(-18010002, 'Access token is invalid.'),
      );
    };

    call('getquota', () => {
      const used = journeys.all().length;
      return { code: 0, data: { quota_total: QUOTA, quota_used: used, quota_remain: QUOTA - used, today_used: used } };
    });

    call('register', (body) => {
      const read = registerBody.safeParse(body);
      if (!read.success) return fault(-18010013, 'Submitted data is invalid.');
      if (read.data.length > MOST) return fault(-18010014, 'More than 40 numbers.');
      const accepted: unknown[] = [];
      const rejected: unknown[] = [];
      for (const { number, destination_country } of read.data) {
        if (journeys.has(number))
          rejected.push(reject(number, -18019901, `The tracking number '${number}' has been registered.`));
        else if (number.includes('UNKNOWN')) rejected.push(reject(number, -18019903, 'Carrier cannot be detected.'));
        else if (journeys.all().length >= QUOTA) rejected.push(reject(number, -18019908, 'Quota is used up.'));
        else {
          journeys.register(number, destination_country);
          accepted.push({ origin: 1, number, carrier: 190094 });
        }
      }
      return answer(accepted, rejected);
    });

    call('gettrackinfo', (body) => {
      const read = numbersBody.safeParse(body);
      if (!read.success) return fault(-18010013, 'Submitted data is invalid.');
      if (read.data.length > MOST) return fault(-18010014, 'More than 40 numbers.');
      const accepted: unknown[] = [];
      const rejected: unknown[] = [];
      for (const { number } of read.data) {
        const journey = journeys.find(number);
        if (!journey) {
          rejected.push(reject(number, -18019902, `The tracking number '${number}' does not register.`));
          continue;
        }
        const scans = journeys.scansOf(journey);
        if (scans.length === 0) rejected.push(reject(number, -18019909, 'No tracking information at the moment.'));
        else accepted.push({ number, carrier: 190094, track_info: info(scans) });
      }
      return answer(accepted, rejected);
    });

    app.post<{ Params: { number: string } }>('/setup/:number', async (request) => {
      journeys.setScript(request.params.number, request.body);
      return { ok: true };
    });

    world.onTick(() => {
      const url = world.setting(TRACK17_WEBHOOK);
      if (!url) return;
      for (const journey of journeys.all()) {
        const scans = journeys.scansOf(journey);
        if (scans.length <= journey.pushed) continue;
        const body = JSON.stringify({
          event: 'TRACKING_UPDATED',
          data: { number: journey.number, carrier: 190094, tag: '', track_info: info(scans) },
        });
        const sign = createHash('sha256').update(`${body}/${world.secrets.track17Key}`).digest('hex');
        world.transaction(() => {
          journeys.setPushed(journey.number, scans.length);
          world.webhooks.send({ standIn: 'track17', url, headers: { 'content-type': 'application/json', sign }, body });
        });
      }
    });
    world.addBook('track17', () => ({
      numbers: journeys.all().map(({ number, destination }) => ({ number, destination })),
    }));
  },
};
