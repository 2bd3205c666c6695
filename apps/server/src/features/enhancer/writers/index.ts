import { templateWriter } from './template.ts';
import type { Writer } from './writer.ts';

/** The writer of this installation. */
export const writerOf = (): Writer => templateWriter;
