import { Agent, request } from 'undici';

export interface Load {
  /** Milliseconds. */
  p50: number;
  p95: number;
  perSecond: number;
  failed: number;
  /** Bytes of one answer's body. */
  bytes: number;
}

/** Something to ask over and over: the address of the n-th request, and its headers. */
export interface Target {
  url(n: number): string;
  headers?: Record<string, string>;
}

interface LoadOptions {
  concurrent?: number;
  seconds?: number;
  warmUp?: number;
}

export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const median = (values: readonly number[]): number =>
  at(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Sends the same kind of request from `concurrent` loops for `seconds`, after a warm-up that is not counted. */
export async function load(
  { url, headers = {} }: Target,
  { concurrent = 16, seconds = 6, warmUp = 2 }: LoadOptions = {},
): Promise<Load> {
  const agent = new Agent({ connections: concurrent, pipelining: 1 });
  const times: number[] = [];
  let failed = 0;
  let n = 0;
  let bytes = 0;
  const began = performance.now();
  const counted = began + warmUp * 1000;
  const end = counted + seconds * 1000;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const sent = performance.now();
      const { statusCode, body } = await request(url(n++), { headers, dispatcher: agent });
      bytes = (await body.arrayBuffer()).byteLength;
      if (statusCode !== 200) failed += 1;
      if (sent >= counted) times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, loop));
  await agent.close();
  times.sort((a, b) => a - b);
  // An error is answered quickly: with one among them the times say nothing, and no bar is met.
  const timeAt = (share: number): number => (failed > 0 ? Number.POSITIVE_INFINITY : at(times, share));
  return { p50: timeAt(0.5), p95: timeAt(0.95), perSecond: times.length / seconds, failed, bytes };
}

export interface Versus {
  floor: Load;
  measured: Load;
  /** p95 of what is measured over p95 of the floor: the median of the rounds. */
  ratio: number;
}

interface Pair {
  floor: Load;
  measured: Load;
}

/** The quietest round's figures with the median ratio of all; infinite where a round had an error on either side. */
export function compare(pairs: readonly Pair[]): Versus {
  const quietest = pairs.toSorted((a, b) => a.floor.p95 + a.measured.p95 - b.floor.p95 - b.measured.p95)[0];
  if (!quietest) throw new Error('No round was run.');
  const failed = pairs.find((pair) => pair.measured.failed + pair.floor.failed > 0);
  if (failed) return { ...failed, ratio: Number.POSITIVE_INFINITY };
  return { ...quietest, ratio: median(pairs.map((pair) => pair.measured.p95 / pair.floor.p95)) };
}

/**
 * Asks two targets in turns of a second and a half each and compares their p95 round by round: what else the machine does
 * meanwhile falls on both. Answers the median ratio, and the quietest round's figures.
 */
export async function versus(floor: Target, measured: Target, rounds = 7): Promise<Versus> {
  await load(floor, { seconds: 0.1, warmUp: 1 });
  await load(measured, { seconds: 0.1, warmUp: 1.5 });
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turn = { seconds: 1.5, warmUp: 0.2 };
    // Whoever goes first finds the machine as the other left it: they take turns at that too.
    if (round % 2 === 0) {
      const first = await load(floor, turn);
      pairs.push({ floor: first, measured: await load(measured, turn) });
    } else {
      const first = await load(measured, turn);
      pairs.push({ floor: await load(floor, turn), measured: first });
    }
  }
  return compare(pairs);
}
