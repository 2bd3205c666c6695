import type { PrivacyRequest } from '@quayside/connector-kit';
import { contracts, DONE, type PrivacyRequest as RequestView } from '@quayside/contracts';
import { decodeCursor, notFound } from '@quayside/kernel';
import type { Scope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { publish } from '../../live/publish.ts';
import { cancelRequest, checkRequest } from './actions/change-request.ts';
import { eraseAtSupplier } from './actions/erase-at-supplier.ts';
import { type AskedStore, fileRequest } from './actions/file-request.ts';
import { requestErasure } from './actions/request-erasure.ts';
import { workPrivacy } from './actions/work-requests.ts';
import { countOrdersEndedBefore } from './find-repo.ts';
import { eraseAtSupplierJob, privacySlotsJob, workPrivacyJob } from './jobs/privacy.ts';
import type { PrivacyPorts } from './ports.ts';
import { exportShopper } from './queries/export-shopper.ts';
import { resolveShopper, shopperSummary } from './queries/shopper.ts';
import {
  claimDueSlots,
  closeRequest,
  createSlot,
  findRequest,
  listRequests,
  type RequestRow,
  retentionMonths,
  saveMonths,
} from './request-repo.ts';
import { NOBODY } from './rules/subject.ts';
import { parcelsSince, retentionCutoff } from './rules/times.ts';

const DAY = 24 * 60 * 60 * 1_000;
const TURNS_AT_ONCE = 200;
/** A preview counts no further. */
const PREVIEW_MOST = 10_000;

export interface PrivacyFeature extends Feature {
  /** For connections: a platform asks in the name of a shopper, or of a shop that has gone. */
  onPrivacyRequest(scope: Scope, store: AskedStore, request: PrivacyRequest, key: string): Promise<void>;
}

const viewOf = (row: RequestRow & { store?: string | null }): RequestView => ({
  id: row.request_id,
  kind: row.kind,
  origin: row.origin,
  state: row.state,
  // Whom it concerns in full for as long as somebody has to act on it.
  label: row.subject.emails?.[0] ?? row.subject.phones?.[0] ?? row.label,
  store: row.store ?? null,
  asked_by: row.asked_by,
  requested_at: row.requested_at,
  due_at: row.due_at,
  done_at: row.done_at,
  orders: row.outcome.orders ?? 0,
  erased: row.outcome.erased ?? {},
  suppliers: row.outcome.suppliers ?? [],
  waits_for: row.outcome.waits_for ?? [],
  stopped: row.outcome.stopped ?? null,
});

/** Personal data of shoppers: looking it up, handing it on, erasing it; what platforms ask, and the retention setting. */
export function register(deps: Deps, ports: PrivacyPorts): PrivacyFeature {
  const calls = contracts.privacy;
  const now = () => deps.clock.now();

  async function openExport(who: Who, id: string): Promise<RequestRow> {
    const row = await deps.db.read(who.scope, (ex) => findRequest(ex, who.workplaceId, id));
    if (row?.kind !== 'export' || row.state !== 'open') throw notFound('PRIVACY_REQUEST_NOT_FOUND');
    return row;
  }

  return {
    onPrivacyRequest: (scope, store, request, key) => fileRequest(deps, scope, store, request, key),
    jobs: [
      handler(workPrivacyJob, (payload) => workPrivacy(deps, payload)),
      handler(eraseAtSupplierJob, (payload) => eraseAtSupplier(deps, payload)),
      handler(privacySlotsJob, () =>
        deps.db.global(async (tx) => {
          const next = new Date(deps.clock.millis() + DAY).toISOString();
          await deps.queue.sendMany(tx, workPrivacyJob, await claimDueSlots(tx, now(), next, TURNS_AT_ONCE));
        }),
      ),
    ],
    routes(app) {
      route(app, calls.find, ({ body }, who) =>
        deps.db.read(who.scope, (ex) => shopperSummary(ex, who.workplaceId, body, parcelsSince(deps.clock.millis()))),
      );
      route(app, calls.exportShopper, ({ body }, who) =>
        deps.db.read(who.scope, async (ex) =>
          exportShopper(ex, who.workplaceId, ports, await resolveShopper(ex, who.workplaceId, body), {
            after: body.cursor,
            now: now(),
          }),
        ),
      );
      route(app, calls.erase, async ({ body }, who) => {
        const id = await requestErasure(deps, who, body, body.when);
        const row = await deps.db.read(who.scope, (ex) => findRequest(ex, who.workplaceId, id));
        if (!row) throw notFound('PRIVACY_REQUEST_NOT_FOUND');
        return viewOf(row);
      });
      route(app, calls.requests, ({ query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const found = await listRequests(ex, who.workplaceId, decodeCursor(query.cursor), query.page_size);
          return { items: found.rows.map(viewOf), ...(found.next ? { next_cursor: found.next } : {}) };
        }),
      );
      route(app, calls.cancelRequest, async ({ params }, who) => {
        await cancelRequest(deps, who, params.privacy_request_id);
        return DONE;
      });
      route(app, calls.checkRequest, async ({ params }, who, reply) => {
        await checkRequest(deps, who, params.privacy_request_id);
        reply.message('PRIVACY_CHECKING');
        return DONE;
      });
      route(app, calls.exportRequest, async ({ body, params }, who) => {
        const row = await openExport(who, params.privacy_request_id);
        const subject = { ...NOBODY, ...row.subject };
        return deps.db.read(who.scope, (ex) =>
          exportShopper(ex, who.workplaceId, ports, subject, {
            storeId: row.store_id ?? undefined,
            after: body.cursor,
            now: now(),
          }),
        );
      });
      route(app, calls.handOn, async ({ params }, who) => {
        const row = await openExport(who, params.privacy_request_id);
        await deps.db.tenant(who.scope, async (tx) => {
          await closeRequest(tx, who.workplaceId, row.request_id, { state: 'done', at: now() });
          await publish(tx, who.workplaceId, 'privacy', [row.request_id]);
        });
        return DONE;
      });
      route(app, calls.retention, ({ query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const months = await retentionMonths(ex, who.workplaceId);
          const asked = query.months ?? months;
          if (asked === null) return { months, preview: null };
          const cutoff = retentionCutoff(deps.clock.millis(), asked);
          const orders = await countOrdersEndedBefore(ex, who.workplaceId, cutoff, PREVIEW_MOST + 1);
          const isMore = orders > PREVIEW_MOST;
          return { months, preview: { months: asked, orders: Math.min(orders, PREVIEW_MOST), is_more: isMore } };
        }),
      );
      route(app, calls.saveRetention, async ({ body }, who, reply) => {
        const turn = { accountId: who.scope.accountId, workplaceId: who.workplaceId };
        await deps.db.tenant(who.scope, async (tx) => {
          await saveMonths(tx, who.workplaceId, body.months);
          if (body.months === null) return;
          await createSlot(tx, turn, now());
          await deps.queue.send(tx, workPrivacyJob, turn);
        });
        reply.message('RETENTION_SAVED');
        return body;
      });
    },
  };
}
