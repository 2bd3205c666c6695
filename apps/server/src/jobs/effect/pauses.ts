import type { Lease } from '../../db/index.ts';

/** Retry timing. Tests use shorter values. */
export interface Patience extends Lease {
  /**
   * How long a call with an unknown outcome may still take effect at the other side. During this time "not found" means
   * "ask again".
   */
  settleMs: number;
}

/** Timing derived from QUAYSIDE_PATIENCE: seconds after which an effect is visible. */
export const getPatience = (seconds: number): Patience => ({
  settleMs: seconds * 1_000,
  leaseMs: seconds * 750,
  renewMs: seconds * 250,
});

export const PATIENCE: Patience = getPatience(60);

/** How long a sent call may still take effect at a side with slow writes, scaled down with shorter patience. */
export const getSettleMs = (patience: Patience, writesLastMs: number): number =>
  Math.round((writesLastMs * patience.settleMs) / PATIENCE.settleMs);

const STEPS_MS = [2_000, 5_000, 10_000, 20_000, 60_000, 180_000, 600_000] as const;

/** Delay before the next attempt, increasing with the number of pauses and scaled down with shorter patience. */
export const pauseMs = (pauses: number, patience: Patience = PATIENCE): number => {
  const ms = STEPS_MS[Math.min(pauses, STEPS_MS.length - 1)] ?? 600_000;
  return Math.round(ms * Math.min(1, patience.settleMs / PATIENCE.settleMs));
};

/** Delay between lookups: at most 20 seconds. */
export const questionPauseMs = (pauses: number, patience: Patience = PATIENCE): number =>
  pauseMs(Math.min(pauses, 3), patience);

/** Pauses without an effect (more than a day) after which a person has to decide; nothing was sent by then. */
export const MOST_PAUSES = 150;
