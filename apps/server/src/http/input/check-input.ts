import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Faults } from './faults.ts';
import { restSchema, type Schema, type Split, splitSchema } from './split-schema.ts';

/** Values checked by zod in one call. It continues after a fault, at up to ten microseconds each. */
const PIECE = 100;
/** Number of values from which an input counts as large. */
const LARGE = 2_000;
/** Longest time, in milliseconds, to block the event loop. */
const TURN_MS = 10;

type Path = readonly PropertyKey[];
type Fields = Record<string, unknown>;
type SplitObject = Extract<Split, { kind: 'object' }>;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Counts the values in an input and stops soon after `most`. */
export function weigh(value: unknown, most: number): number {
  if (!isContainer(value)) return 1;
  let weight = 1;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && weight <= most; at += 1) weight += weigh(value[at], most - weight);
  } else {
    for (const name in value) {
      weight += weigh((value as Fields)[name], most - weight);
      if (weight > most) break;
    }
  }
  return weight;
}

/**
 * Validates an input in chunks, so that a long list can't block the event loop, and stops after enough faults. The
 * result is meaningless if `faults` has any.
 */
export async function checkInput(schema: Schema, input: unknown, faults: Faults): Promise<unknown> {
  let turnEnds = performance.now() + TURN_MS;
  const takeTurns = async (): Promise<void> => {
    if (performance.now() < turnEnds) return;
    await setImmediate();
    turnEnds = performance.now() + TURN_MS;
  };

  /** Validates a small or indivisible value with zod. */
  function piece(of: Schema, value: unknown, path: Path, shift = 0): unknown {
    const parsed = of.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    faults.add(parsed.error.issues, path, shift);
    return undefined;
  }

  async function check(of: Schema, value: unknown, path: Path): Promise<unknown> {
    const parts = isContainer(value) && weigh(value, PIECE) > PIECE ? splitSchema(of) : undefined;
    if (parts?.kind === 'list' && Array.isArray(value)) return checkList(parts, value, path);
    if (parts?.kind === 'record' && !Array.isArray(value)) return checkRecord(parts, value as Fields, path);
    if (parts?.kind === 'object' && !Array.isArray(value)) return checkObject(parts, value as Fields, path);
    return piece(of, value, path);
  }

  async function checkList(list: Extract<Split, { kind: 'list' }>, value: unknown[], path: Path): Promise<unknown> {
    const checked: unknown[] = [];
    for (let from = 0; from < value.length && !stop(); ) {
      let to = from;
      for (let room = PIECE; to < value.length; to += 1) {
        room -= weigh(value[to], room);
        if (room < 0) break;
      }
      if (to === from) {
        checked.push(await check(list.element, value[from], [...path, from]));
        to += 1;
      } else {
        const some = piece(list.piece, value.slice(from, to), path, from);
        if (Array.isArray(some)) for (const one of some) checked.push(one);
      }
      from = to;
      await takeTurns();
    }
    return faults.any ? undefined : piece(list.whole, checked, path);
  }

  async function checkRecord(record: Extract<Split, { kind: 'record' }>, value: Fields, path: Path): Promise<unknown> {
    const checked: Fields = {};
    const names = Object.keys(value);
    for (let from = 0; from < names.length && !stop(); from += PIECE) {
      const some = Object.fromEntries(names.slice(from, from + PIECE).map((name) => [name, value[name]]));
      Object.assign(checked, piece(record.piece, some, path));
      await takeTurns();
    }
    return faults.any ? undefined : piece(record.whole, checked, path);
  }

  async function checkObject({ fields, schema: of }: SplitObject, value: Fields, path: Path): Promise<unknown> {
    const heavy = Object.keys(fields).filter(
      (name) => splitSchema(fields[name] as Schema) && weigh(value[name], PIECE) > PIECE,
    );
    // Many small or unknown fields: nothing to split.
    if (heavy.length === 0) return piece(of, value, path);
    const checked: Fields = { ...value };
    for (const name of heavy) {
      if (stop()) break;
      checked[name] = await check(fields[name] as Schema, value[name], [...path, name]);
    }
    return stop() ? undefined : piece(restSchema(of as z.ZodObject, heavy, !faults.any), checked, path);
  }

  function stop(): boolean {
    if (faults.full) faults.stopped = true;
    return faults.stopped;
  }

  // JSON.parse has just blocked the loop, so yield before a large input.
  if (weigh(input, LARGE) > LARGE) await setImmediate();
  return check(schema, input, []);
}
