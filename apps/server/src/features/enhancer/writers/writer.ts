import type { WriterFacts } from '@quayside/contracts';
import type { ContentText, Facts, SeoText } from '../rules/enhanced-text.ts';
import type { Manner } from '../rules/instructions.ts';
import type { Failure } from '../rules/writer-failure.ts';

/** The text writer of this installation. */
export interface Writer {
  facts: WriterFacts;
  /** Throws WriterError on failure. */
  write(facts: Facts, manner: Manner, signal: AbortSignal): Promise<ContentText>;
  /** Writes the texts for search engines. Throws WriterError on failure. */
  writeSeo(facts: Facts, manner: Manner, signal: AbortSignal): Promise<SeoText>;
}

/** A writer's failure; `failure` explains it for people and says whether a retry helps. */
export class WriterError extends Error {
  override readonly name = 'WriterError';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.key);
    this.failure = failure;
  }
}
