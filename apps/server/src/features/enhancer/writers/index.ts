import type { Deps } from '../../../deps.ts';
import { modelWriter } from './model-writer.ts';
import { templateWriter } from './template.ts';
import type { Writer } from './writer.ts';

/** The configured writer. */
export const createWriter = ({ config, http }: Pick<Deps, 'config' | 'http'>): Writer =>
  config.ai ? modelWriter(config.ai, http) : templateWriter;
