import type { Lease } from '../../db/index.ts';

/** Times that decide when a call is tried again. Tests bring shorter ones. */
export interface Patience extends Lease {
  /**
   * How long after a call whose outcome is unknown the other side may still bring its effect to light. Within it, "not
   * found" means "ask again".
   */
  settleMs: number;
}

/** Patience from the one number that an operator may set: the seconds after which an effect has come to light. */
export const patienceOf = (seconds: number): Patience => ({
  settleMs: seconds * 1_000,
  leaseMs: seconds * 750,
  renewMs: seconds * 250,
});

export const PATIENCE: Patience = patienceOf(60);

/** How long what was sent to a side whose writes go on for so long may still take effect; shorter where patience is. */
export const settleMsOf = (patience: Patience, writesLastMs: number): number =>
  Math.round((writesLastMs * patience.settleMs) / PATIENCE.settleMs);

const STEPS_MS = [2_000, 5_000, 10_000, 20_000, 60_000, 180_000, 600_000] as const;

/** How long to wait before the next try, growing with the tries that came to nothing; shorter where patience is. */
export const pauseMs = (pauses: number, patience: Patience = PATIENCE): number => {
  const ms = STEPS_MS[Math.min(pauses, STEPS_MS.length - 1)] ?? 600_000;
  return Math.round(ms * Math.min(1, patience.settleMs / PATIENCE.settleMs));
};

/** The same where the answer to a question is what is waited for: it never takes longer than 20 seconds. */
export const questionPauseMs = (pauses: number, patience: Patience = PATIENCE): number =>
  pauseMs(Math.min(pauses, 3), patience);

/** After so many pauses (more than a day) without an effect a person is asked; nothing was sent then. */
export const MOST_PAUSES = 150;
