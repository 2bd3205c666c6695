/** Source of the current time, replaced by tests and the sandbox. */
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
