import { createHmac } from 'node:crypto';
import type { World } from '../core/world.ts';
import { idOf } from './ids.ts';
import { type SessionRow, sessionShape } from './sessions.ts';

/** Where events go and with what they are signed; told at POST /control/settings. */
export const WEBHOOK_URL = 'stripe.webhook_url';
export const WEBHOOK_SECRET = 'stripe.webhook_secret';
/** That of tests; a running sandbox has its own. */
export const DEFAULT_WEBHOOK_SECRET = 'whsec_quayside_sandbox';

/** Sends an event about a session. */
export const sendEvent = (world: World, type: string, row: SessionRow): void =>
  tellOf(world, type, sessionShape(world, row));

/** Sends an event about any object. The signature carries the real time: its receiver judges its age by it. */
export function tellOf(world: World, type: string, object: object): void {
  const url = world.setting(WEBHOOK_URL);
  if (!url) return;
  const body = JSON.stringify({
    id: idOf('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(world.clock.millis() / 1_000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
  const seconds = Math.floor(Date.now() / 1_000);
  const secret = world.setting(WEBHOOK_SECRET) ?? world.secrets.stripeWebhook;
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  world.webhooks.send({
    standIn: 'stripe',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${seconds},v1=${v1}` },
    body,
  });
}
