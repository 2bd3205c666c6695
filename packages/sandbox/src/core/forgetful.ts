import type { World } from './world.ts';

/** The setting of POST /control/settings that makes the other sides forget what they did; 'on' or anything else. */
export const FORGETFUL = 'forgetful';

/**
 * Whether the other sides forget idempotency: a reference used before, an order paid before, a key seen before are nothing to
 * them, so that a call that is made twice has its effect twice and shows in their books.
 */
export const isForgetful = (world: Pick<World, 'setting'>): boolean => world.setting(FORGETFUL) === 'on';
