import { type Deps, getHttp } from '../../../deps.ts';
import { modelWriter } from './model-writer.ts';
import { templateWriter } from './template.ts';
import type { Writer } from './writer.ts';

/** The configured writer. */
export const createWriter = (deps: Pick<Deps, 'config' | 'http'>): Writer =>
  deps.config.ai ? modelWriter(deps.config.ai, getHttp(deps, 'live', 'ai')) : templateWriter;
