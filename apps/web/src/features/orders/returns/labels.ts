import type { Return } from '@quayside/contracts';
import { RETURN_STATES, type ReturnAction, type ReturnState } from '@quayside/contracts/return-choices.ts';
import type { Tone } from '../../../kit/status-badge.tsx';
import type { CallData } from '../../../lib/api.ts';

const RETURN_TONES: Record<ReturnState, Tone> = {
  requested: 'waiting',
  approved: 'moving',
  sent_back: 'moving',
  received: 'waiting',
  refunding: 'moving',
  refund_failed: 'broken',
  refunded: 'done',
  exchanged: 'done',
  rejected: 'closed',
  canceled: 'closed',
  closed: 'closed',
};

/** The tone of a return: one that was approved waits for you in some cases. */
export const toneOf = ({ state, needs_action }: Pick<Return, 'state' | 'needs_action'>): Tone =>
  needs_action && RETURN_TONES[state] === 'moving' ? 'waiting' : RETURN_TONES[state];

/** The states of returns that ended, by the tab that shows them. The server divides the others into tabs. */
const ENDED_STATES = {
  completed: ['refunded', 'exchanged'],
  ended: ['rejected', 'canceled', 'closed'],
} as const satisfies Record<string, readonly ReturnState[]>;

export const RETURN_TABS = ['todo', 'progress', 'completed', 'ended', 'all'] as const;
export type ReturnTab = (typeof RETURN_TABS)[number];

type Counts = CallData<'GET /orders/returns/v1/count'>;

const sumOf = (counts: Counts, states: readonly ReturnState[]): number =>
  states.reduce((sum, state) => sum + counts.states[state], 0);

/** How many returns are on a tab. */
export function countTab(counts: Counts, tab: ReturnTab): number {
  if (tab === 'todo') return counts.needs_action;
  if (tab === 'progress') return counts.open - counts.needs_action;
  return sumOf(counts, tab === 'all' ? RETURN_STATES : ENDED_STATES[tab]);
}

/** The filter of a tab with the chosen states; undefined: the two have no return in common. */
export function filterOf(
  tab: ReturnTab,
  chosen: readonly string[],
): { state?: ReturnState[]; open?: 'true'; needs_action?: 'true' | 'false' } | undefined {
  const states = RETURN_STATES.filter((state) => chosen.includes(state));
  const state = states.length > 0 ? { state: states } : {};
  if (tab === 'todo') return { needs_action: 'true', ...state };
  if (tab === 'progress') return { open: 'true', needs_action: 'false', ...state };
  if (tab === 'all') return state;
  const common = ENDED_STATES[tab].filter((one) => states.length === 0 || states.includes(one));
  return common.length > 0 ? { state: common } : undefined;
}

type Facts = Pick<Return, 'state' | 'kind' | 'customer_keeps' | 'address' | 'send_back_by' | 'lines' | 'actions'>;

/** Actions that the server allows, the usual one of the state first. */
export function sortActions({ state, kind, actions }: Pick<Return, 'state' | 'kind' | 'actions'>): ReturnAction[] {
  const usual: readonly ReturnAction[] = [
    'approve',
    'reject',
    ...(state === 'approved' ? (['send_back', 'receive'] as const) : (['receive', 'send_back'] as const)),
    ...(kind === 'exchange' ? (['exchange', 'refund'] as const) : (['refund', 'exchange'] as const)),
    'withdraw',
    'close',
    'cancel',
  ];
  return usual.filter((action) => actions.includes(action));
}

/** The sentence that says what comes next. */
export function nextStep({ state, kind, customer_keeps, send_back_by, lines, actions }: Facts, now: number) {
  if (actions.includes('withdraw')) return 'refundWaiting';
  if (state === 'approved' && customer_keeps) return kind === 'exchange' ? 'keepExchange' : 'keepRefund';
  if (state === 'approved' && send_back_by && Date.parse(send_back_by) < now) return 'overdue';
  if (state === 'received' && lines.length > 0 && lines.every((line) => line.received === 0)) return 'receivedNothing';
  if (state === 'received') return kind === 'exchange' ? 'receivedExchange' : 'receivedRefund';
  return state;
}

/** Whether an event of the order's timeline is about this return: its text names it, and not one with a longer number. */
export const isAbout = (event: { kind: string; text: string }, name: string): boolean =>
  event.kind.startsWith('return_') &&
  event.text
    .split(name)
    .slice(1)
    .some((rest) => !/^\d/.test(rest));

export interface ReturnStep {
  state: ReturnState;
  phase: 'done' | 'now' | 'later';
}

const ENDED: readonly ReturnState[] = ENDED_STATES.ended;

/** The steps of a return: those behind it, the one it is at, and those to come. One that ended early has none to come. */
export function stepsOf(one: Facts): ReturnStep[] {
  const { state, kind, customer_keeps } = one;
  const last: ReturnState =
    state === 'exchanged' || (kind === 'exchange' && state !== 'refunded') ? 'exchanged' : 'refunded';
  const path: ReturnState[] = customer_keeps
    ? ['requested', 'approved', last]
    : ['requested', 'approved', 'sent_back', 'received', last];
  if (ENDED.includes(state)) {
    const arrived = one.lines.some((line) => line.received !== null);
    const reached = arrived ? 'received' : one.address || customer_keeps ? 'approved' : 'requested';
    return [...path.slice(0, path.indexOf(reached) + 1), state].map((step) => ({ state: step, phase: 'done' }));
  }
  const isRefund = state === 'refunding' || state === 'refund_failed';
  const at = isRefund ? path.length - 2 : path.indexOf(state);
  return path.map((step, index) => ({ state: step, phase: index <= at ? 'done' : index === at + 1 ? 'now' : 'later' }));
}
