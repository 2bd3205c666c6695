/** Where the time comes from; tests and the sandbox bring their own. */
export interface Clock {
  /** Now as an ISO-8601 UTC string with milliseconds. */
  now(): string;
  /** Now in Unix milliseconds. */
  millis(): number;
}

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  millis: () => Date.now(),
};
