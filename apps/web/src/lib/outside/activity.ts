import type { CallBody, CallQuery } from '../api.ts';
import { callHeaders, hearCalls } from '../api.ts';

/**
 * Reports usage to this installation in batches, and when the page is hidden, without waiting for a response. Contains
 * no texts, names or ids; disabled where the operator turned it off.
 */

type Event = NonNullable<CallBody<'POST /log/events'>['events']>[number];
type Channel = '/log/events' | '/log/user_action';

const FLUSH_MS = 20_000;
const MOST = 50;
/** Shorter page visits are not reported, in seconds. */
const LEAST_SECONDS = 1;

/** Calls reported as one event each: rule B164. */
const EVENTS: Readonly<Record<string, string>> = {
  'POST /center/products/import/{source}': 'import',
  'PUT /center/products/bulk_update': 'edit',
  'POST /center/products/source/push': 'push',
  'POST /center/products/push-multiple-channel': 'push',
  'POST /orders/v5/create': 'order',
  'GET /center/products/find': 'search',
};
/** Deliberate actions. */
const ACTIONS: Readonly<Record<string, string>> = {
  'PUT /auth/account/set-language': 'choose_language',
  'POST /auth/account/demo-mode': 'demo_mode',
  'POST /auth/app': 'open_app',
  'POST /auth/workplace/create': 'create_workspace',
  'POST /auth/platform/{platform}/link': 'connect_store',
  'POST /auth/platform/{platform}/install': 'begin_store',
  'POST /core/stores/update-default-store': 'default_store',
};

/** A path as reported: without ids and search parameters. */
export const pageOf = (path: string): string =>
  path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, ':id').replace(/(\/detail\/)[^/]+/, '$1:id');

/** The event of a call; undefined: not reported. Viewing a list is not a search. */
export function toEvent(key: string, query: object | undefined): { channel: Channel; name: string } | undefined {
  const asked = query as CallQuery<'GET /center/products/find'> | undefined;
  if (key === 'GET /center/products/find' && (!asked?.keyword || asked.cursor)) return undefined;
  if (EVENTS[key]) return { channel: '/log/events', name: EVENTS[key] };
  return ACTIONS[key] ? { channel: '/log/user_action', name: ACTIONS[key] } : undefined;
}

const waiting = new Map<Channel, Event[]>();
const seconds = new Map<string, number>();
let page = '';
let since = 0;

function send(path: string, body: object): void {
  const headers = { ...callHeaders(path), 'content-type': 'application/json' };
  // Survives the page; the result is ignored.
  fetch(`/api${path}`, { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(() => undefined);
}

function flush(): void {
  for (const [channel, events] of waiting) if (events.length > 0) send(channel, { events: events.splice(0, MOST) });
  for (const [name, time] of seconds)
    if (time >= LEAST_SECONDS) send('/core/account/tracking-on-page', { time: Math.round(time * 10) / 10, page: name });
  seconds.clear();
}

/** Adds the time spent on the page shown until now. */
function switchPage(next: string): void {
  if (since > 0) seconds.set(page, (seconds.get(page) ?? 0) + (performance.now() - since) / 1000);
  page = next;
  since = document.visibilityState === 'visible' ? performance.now() : 0;
}

/** Records an action without a call. */
export function noteAction(name: string): void {
  note('/log/user_action', name);
}

function note(channel: Channel, name: string): void {
  if (!begun) return;
  const events = waiting.get(channel) ?? [];
  events.push({ event_name: name, url: page });
  waiting.set(channel, events);
  if (events.length >= MOST) flush();
}

let begun = false;

export interface Use {
  /** Plan of the current store at its platform. */
  plan: string;
  /** Context about the person: counts and choices, no names. */
  facts: Record<string, string | number | boolean>;
  path(): string;
  /** Calls back on navigation. */
  onPage(listener: () => void): void;
}

/** Starts reporting, once per page load. */
export function reportUse(use: Use): void {
  if (begun) return;
  begun = true;
  switchPage(pageOf(use.path()));
  send('/core/account/views', { shopify_plan: use.plan });
  send('/log/attributes', { event_name: 'account', user_data: use.facts });
  use.onPage(() => switchPage(pageOf(use.path())));
  hearCalls((key, { query }) => {
    const event = toEvent(key, query);
    if (event) note(event.channel, event.name);
  });
  setInterval(() => {
    switchPage(page);
    flush();
  }, FLUSH_MS);
  const settle = () => {
    switchPage(page);
    if (document.visibilityState === 'hidden') flush();
  };
  addEventListener('visibilitychange', settle, true);
  addEventListener('pagehide', settle, true);
}
