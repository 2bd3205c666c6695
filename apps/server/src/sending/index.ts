export { getEffects, METHODS } from './effects.ts';
export { effectGuard, guardConnectors } from './guard.ts';
export {
  findHold,
  findInstallationHold,
  findSending,
  type Hold,
  type HoldReason,
  type InstallationHoldReason,
  refuseWhileHeld,
  SendingHeld,
  type SendingTarget,
} from './hold.ts';
export { HELD_PAUSE_MS } from './hold-pause.ts';
export { holdAfterRestore, lastRestore, type Restore, resumeSending, watchServer } from './restore.ts';
export { hasUnclaimed, hasUnrecorded, UNSETTLED } from './unsettled.ts';
