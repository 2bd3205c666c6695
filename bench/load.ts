import { Agent, request } from 'undici';

export interface Load {
  /** Milliseconds. */
  p50: number;
  p95: number;
  perSecond: number;
  failed: number;
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Sends the same kind of request from `concurrent` loops for `seconds`, after a warm-up that is not counted. */
export async function load(
  urlOf: (n: number) => string,
  headers: Record<string, string>,
  { concurrent = 16, seconds = 6, warmUp = 2 } = {},
): Promise<Load> {
  const agent = new Agent({ connections: concurrent, pipelining: 1 });
  const times: number[] = [];
  let failed = 0;
  let n = 0;
  const began = performance.now();
  const counted = began + warmUp * 1000;
  const end = counted + seconds * 1000;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const sent = performance.now();
      const { statusCode, body } = await request(urlOf(n++), { headers, dispatcher: agent });
      await body.arrayBuffer();
      if (statusCode !== 200) failed += 1;
      if (sent >= counted) times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, loop));
  await agent.close();
  times.sort((a, b) => a - b);
  return { p50: at(times, 0.5), p95: at(times, 0.95), perSecond: times.length / seconds, failed };
}
