import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamParser, type StreamMessage } from './sse.ts';

function parse(chunks: string[]): StreamMessage[] {
  const seen: StreamMessage[] = [];
  const parser = createStreamParser((message) => seen.push(message));
  for (const chunk of chunks) parser.push(chunk);
  return seen;
}

describe('event stream', () => {
  it('reads id, event and data, and ends a message with an empty line', () => {
    expect(parse(['id: 7.a\nevent: change\ndata: {"topic":"orders"}\n\n'])).toEqual([
      { id: '7.a', event: 'change', data: '{"topic":"orders"}' },
    ]);
  });
  it('joins several data lines, skips comments, keeps the last id, and says nothing without data', () => {
    expect(parse([': still here\n\n', 'id: 1\n\n', 'data: a\ndata:b\n\n'])).toEqual([
      { id: '1', event: 'message', data: 'a\nb' },
    ]);
  });
  it('does not tell a message that never ended', () => {
    expect(parse(['data: half'])).toEqual([]);
  });
  it('hears the wait that the server asks for', () => {
    const waits: number[] = [];
    createStreamParser(
      () => undefined,
      (ms) => waits.push(ms),
    ).push('retry: 1500\nretry: soon\n\n');
    expect(waits).toEqual([1500]);
  });
  it('reads the same however the text is cut, with any line ends', () => {
    const whole = 'id: 1\r\nevent: change\r\ndata: x\r\n\r\n: hi\n\ndata: y\r\rdata: z\n\n';
    const expected = parse([whole]);
    expect(expected).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
        const chunks: string[] = [];
        for (let at = 0, step = 0; at < whole.length; step++) {
          const size = sizes[step % sizes.length] ?? 1;
          chunks.push(whole.slice(at, at + size));
          at += size;
        }
        expect(parse(chunks)).toEqual(expected);
      }),
    );
  });
});
