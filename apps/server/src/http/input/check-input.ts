import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Faults } from './faults.ts';
import { restOf, type Schema, type Split, splitOf } from './split-schema.ts';

/** Values that zod checks in one go. It reads on after a fault, at up to ten microseconds for each. */
const PIECE = 100;
/** Values of an input whose parsing took a while. */
const LARGE = 2_000;
/** How long the event loop is held before others get their turn. */
const TURN_MS = 10;

type Path = readonly PropertyKey[];
type Fields = Record<string, unknown>;
type SplitObject = Extract<Split, { kind: 'object' }>;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Counts the values in an input, and stops soon after `most`. */
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
 * Checks an input by its schema, a piece at a time, so that no length of a list holds the event loop, and stops once enough
 * is wrong. Returns what the schema makes of the input, which is meaningless where `faults` has any.
 */
export async function checkInput(schema: Schema, input: unknown, faults: Faults): Promise<unknown> {
  let turnEnds = performance.now() + TURN_MS;
  const takeTurns = async (): Promise<void> => {
    if (performance.now() < turnEnds) return;
    await setImmediate();
    turnEnds = performance.now() + TURN_MS;
  };

  /** zod's own word on a value that is small, or cannot be split. */
  function piece(of: Schema, value: unknown, path: Path, shift = 0): unknown {
    const parsed = of.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    faults.add(parsed.error.issues, path, shift);
    return undefined;
  }

  async function check(of: Schema, value: unknown, path: Path): Promise<unknown> {
    const parts = isContainer(value) && weigh(value, PIECE) > PIECE ? splitOf(of) : undefined;
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
      (name) => splitOf(fields[name] as Schema) && weigh(value[name], PIECE) > PIECE,
    );
    // Many small or unknown fields: there is nothing to take apart.
    if (heavy.length === 0) return piece(of, value, path);
    const checked: Fields = { ...value };
    for (const name of heavy) {
      if (stop()) break;
      checked[name] = await check(fields[name] as Schema, value[name], [...path, name]);
    }
    return stop() ? undefined : piece(restOf(of as z.ZodObject, heavy, !faults.any), checked, path);
  }

  function stop(): boolean {
    if (faults.full) faults.stopped = true;
    return faults.stopped;
  }

  // JSON.parse has just held the loop; a large input begins with the turn of others.
  if (weigh(input, LARGE) > LARGE) await setImmediate();
  return check(schema, input, []);
}
