import type { WriterFacts } from '@quayside/contracts';
import type { Manner } from '../rules/instructions.ts';
import type { Facts, Words } from '../rules/words.ts';
import type { Failure } from '../rules/writer-failure.ts';

/** Who writes the words of products in this installation. */
export interface Writer {
  facts: WriterFacts;
  /** Throws WriterError where it cannot. */
  write(facts: Facts, manner: Manner, signal: AbortSignal): Promise<Words>;
}

/** A writer could not; `failure` says why, in words for a person, and whether trying again may help. */
export class WriterError extends Error {
  override readonly name = 'WriterError';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.key);
    this.failure = failure;
  }
}
