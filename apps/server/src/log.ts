/** Structured log lines; the shape of pino and of Fastify's logger. Never given secrets or a shopper's data. */
export interface Log {
  debug(facts: object, message?: string): void;
  info(facts: object, message?: string): void;
  warn(facts: object, message?: string): void;
  error(facts: object, message?: string): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
