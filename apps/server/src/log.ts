/** Structured logger in the shape of pino and Fastify. Never pass secrets or personal data of customers. */
export interface Log {
  debug(facts: object, message?: string): void;
  info(facts: object, message?: string): void;
  warn(facts: object, message?: string): void;
  error(facts: object, message?: string): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
