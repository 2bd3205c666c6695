import type { Return } from '@quayside/contracts';
import type { ReturnAction, ReturnState } from '@quayside/contracts/return-choices.ts';
import type { Tone } from '../../../kit/status-badge.tsx';

export const RETURN_TONES: Record<ReturnState, Tone> = {
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

/** The states that a tab of the list shows; every state is on one of them. */
export const TAB_STATES = {
  todo: ['requested', 'received', 'refund_failed'],
  progress: ['approved', 'sent_back', 'refunding'],
  completed: ['refunded', 'exchanged'],
  ended: ['rejected', 'canceled', 'closed'],
} as const satisfies Record<string, readonly ReturnState[]>;

export type ReturnTab = keyof typeof TAB_STATES | 'all';
export const RETURN_TABS: readonly ReturnTab[] = ['todo', 'progress', 'completed', 'ended', 'all'];

/** How many returns are in these states. */
export const countStates = (counts: Partial<Record<ReturnState, number>>, states: readonly ReturnState[]): number =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

/** The states of a tab among the chosen ones; undefined: every state. */
export function statesOf(tab: ReturnTab, chosen: readonly string[]): ReturnState[] | undefined {
  const all = tab === 'all' ? (Object.values(TAB_STATES).flat() as ReturnState[]) : [...TAB_STATES[tab]];
  if (chosen.length === 0) return tab === 'all' ? undefined : all;
  return all.filter((state) => chosen.includes(state));
}

type Facts = Pick<Return, 'state' | 'kind' | 'customer_keeps' | 'address' | 'send_back_by' | 'lines'>;

/** Actions that the server allows, the usual one of the state first. */
export function sortActions({ state, kind, actions }: Pick<Return, 'state' | 'kind' | 'actions'>): ReturnAction[] {
  const usual: readonly ReturnAction[] = [
    'approve',
    'reject',
    ...(state === 'approved' ? (['send_back', 'receive'] as const) : (['receive', 'send_back'] as const)),
    ...(kind === 'exchange' ? (['exchange', 'refund'] as const) : (['refund', 'exchange'] as const)),
    'close',
    'cancel',
  ];
  return usual.filter((action) => actions.includes(action));
}

/** The sentence that says what comes next. */
export function nextStep({ state, kind, customer_keeps, send_back_by }: Facts, now: number) {
  if (state === 'approved' && customer_keeps) return kind === 'exchange' ? 'keepExchange' : 'keepRefund';
  if (state === 'approved' && send_back_by && Date.parse(send_back_by) < now) return 'overdue';
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

const ENDED: readonly ReturnState[] = TAB_STATES.ended;

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
