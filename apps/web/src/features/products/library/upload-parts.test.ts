import { expect, it } from 'vitest';
import { type PartCalls, type UploadState, uploadInParts } from './upload-parts.ts';

const PART = 4;
const file = new Blob(['0123456789']);

/** A server that fails as told. `faults`: by number of the sent part; `after`: the part arrived, its answer did not. */
function fakeServer(faults: Record<number, 'before' | 'after' | 'refuse'> = {}, received = '') {
  const log: string[] = [];
  let sent = 0;
  let bytes = received;
  const state = (): UploadState => ({ id: 'u', offset: bytes.length, part_bytes: PART });
  const calls: PartCalls<string> = {
    async start() {
      log.push('start');
      return state();
    },
    async state(id) {
      log.push('state');
      return id === 'u' ? state() : undefined;
    },
    async send(_id, offset, part) {
      sent += 1;
      const fault = faults[sent];
      log.push(`send ${offset}`);
      if (fault === 'before' || fault === 'refuse') throw new Error(fault);
      expect(offset).toBe(bytes.length);
      bytes += await part.text();
      if (fault === 'after') throw new Error('after');
      return state();
    },
    finish: async () => bytes,
    mayRetry: (error) => error instanceof Error && error.message !== 'refuse',
    wait: async (ms) => void log.push(`wait ${ms}`),
  };
  return { calls, log };
}
function remember(id: string | null = null) {
  return {
    id,
    read(): string | null {
      return this.id;
    },
    write(next: string | null): void {
      this.id = next;
    },
  };
}
const run = (server: ReturnType<typeof fakeServer>, memory = remember()) =>
  uploadInParts(file, server.calls, memory, () => undefined);

it('sends a file in parts', async () => {
  const server = fakeServer();
  const memory = remember();
  expect(await run(server, memory)).toBe('0123456789');
  expect(server.log).toEqual(['start', 'send 0', 'send 4', 'send 8']);
  expect(memory.id).toBeNull();
});

it('sends a part again that did not arrive, and none whose answer was lost', async () => {
  const lost = fakeServer({ 2: 'before' });
  expect(await run(lost)).toBe('0123456789');
  expect(lost.log).toEqual(['start', 'send 0', 'send 4', 'wait 500', 'state', 'send 4', 'send 8']);
  const unanswered = fakeServer({ 2: 'after' });
  expect(await run(unanswered)).toBe('0123456789');
  expect(unanswered.log).toEqual(['start', 'send 0', 'send 4', 'wait 500', 'state', 'send 8']);
});

it('continues after a reload where it was, and starts again where the upload is gone', async () => {
  const server = fakeServer({}, '0123');
  expect(await run(server, remember('u'))).toBe('0123456789');
  expect(server.log).toEqual(['state', 'send 4', 'send 8']);
  const other = fakeServer();
  await run(other, remember('expired'));
  expect(other.log.slice(0, 2)).toEqual(['state', 'start']);
});

it('stops at a refusal, and when the server stays away', async () => {
  const refused = fakeServer({ 1: 'refuse' });
  await expect(run(refused)).rejects.toThrow('refuse');
  const away = fakeServer(Object.fromEntries(Array.from({ length: 20 }, (_none, at) => [at + 1, 'before' as const])));
  await expect(run(away)).rejects.toThrow('before');
  expect(away.log.filter((line) => line.startsWith('wait'))).toHaveLength(7);
});
