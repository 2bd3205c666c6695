import { cleanHtml } from '../../sourcing/index.ts';
import { templateWords } from '../rules/template-writer.ts';
import type { Writer } from './writer.ts';

/** Where no model is set: what is known of a product, put in order. No AI, and nobody is told that it were one. */
export const templateWriter: Writer = {
  facts: { kind: 'template', provider: null, model: null },
  async write(facts) {
    const words = templateWords(facts);
    return { ...words, description_html: cleanHtml(words.description_html) };
  },
};
