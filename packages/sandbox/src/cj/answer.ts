import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** CJ's refusal: a code of its table with its words. The HTTP status is 200 for nearly all of them. */
export class CjRefusal extends Error {
  override readonly name = 'CjRefusal';
  readonly code: number;
  readonly http: number;
  constructor(code: number, message: string, http = 200) {
    super(message);
    this.code = code;
    this.http = http;
  }
}

export const paramError = (message: string): CjRefusal => new CjRefusal(1600300, message);

export const success = (data: unknown): object => ({
  code: 200,
  result: true,
  message: 'Success',
  data,
  requestId: randomUUID(),
});

export const refuse = (reply: FastifyReply, refusal: CjRefusal): FastifyReply =>
  reply.code(refusal.http).send({
    code: refusal.code,
    result: false,
    message: refusal.message,
    data: null,
    requestId: randomUUID(),
  });

/** Cents as CJ writes amounts: a JSON number with two decimals. */
export const dollars = (cents: number): number => cents / 100;

/** CJ's times: UTC, without saying so. */
export const timeText = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
